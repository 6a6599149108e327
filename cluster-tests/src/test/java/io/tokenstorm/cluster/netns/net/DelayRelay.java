package io.tokenstorm.cluster.netns.net;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that passes TCP connections on and holds back what it reads, each piece for another
 * while around 50 ms, in order: as far links do. It takes the place of the kernel's netem, which
 * not every kernel has. Arguments: a seed, then {@code PORT=HOST:PORT} for each port it listens at.
 */
public final class DelayRelay {
  public static final int MEAN_MILLIS = 50;
  public static final int SPREAD_MILLIS = 20;

  private static final int PIECES = 4096;

  private final Random random;

  private DelayRelay(long seed) {
    this.random = new Random(seed);
  }

  /** Bytes, none at the end of the connection, and when they are due. */
  private static final class Piece {
    final byte[] bytes;
    final long dueNanos;

    Piece(byte[] bytes, long dueNanos) {
      this.bytes = bytes;
      this.dueNanos = dueNanos;
    }
  }

  public static void main(String[] arguments) throws IOException {
    DelayRelay relay = new DelayRelay(Long.parseLong(arguments[0]));
    for (String route : Arrays.asList(arguments).subList(1, arguments.length)) {
      String[] parts = route.split("[=:]");
      ServerSocket server = new ServerSocket(Integer.parseInt(parts[0]));
      InetSocketAddress target = new InetSocketAddress(parts[1], Integer.parseInt(parts[2]));
      start(() -> relay.accept(server, target));
    }
    System.out.println("relays");
  }

  private void accept(ServerSocket server, InetSocketAddress target) throws IOException {
    while (true) {
      Socket from = server.accept();
      Socket to = new Socket();
      try {
        to.connect(target);
      } catch (IOException refused) {
        from.close();
        continue;
      }
      pass(from, to);
      pass(to, from);
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    to.setTcpNoDelay(true);
    BlockingQueue<Piece> held = new ArrayBlockingQueue<>(PIECES);
    start(() -> read(from, held));
    start(() -> write(held, to));
  }

  private void read(Socket from, BlockingQueue<Piece> held) throws IOException {
    byte[] buffer = new byte[16 << 10];
    try {
      for (int n = from.getInputStream().read(buffer); n >= 0; ) {
        put(held, new Piece(Arrays.copyOf(buffer, n), System.nanoTime() + delayNanos()));
        n = from.getInputStream().read(buffer);
      }
    } finally {
      put(held, new Piece(new byte[0], 0));
    }
  }

  private synchronized long delayNanos() {
    return 1_000_000L * (MEAN_MILLIS - SPREAD_MILLIS + random.nextInt(2 * SPREAD_MILLIS + 1));
  }

  private static void put(BlockingQueue<Piece> held, Piece piece) throws IOException {
    try {
      held.put(piece);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void write(BlockingQueue<Piece> held, Socket to) throws IOException {
    try (to) {
      OutputStream out = to.getOutputStream();
      for (Piece piece = held.take(); piece.bytes.length > 0; piece = held.take()) {
        for (long left = piece.dueNanos - System.nanoTime(); left > 0; ) {
          LockSupport.parkNanos(left);
          left = piece.dueNanos - System.nanoTime();
        }
        out.write(piece.bytes);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Part {
    void run() throws IOException;
  }

  private static void start(Part part) {
    new Thread(
            () -> {
              try {
                part.run();
              } catch (IOException ended) {
                // an end of the connection was closed, and so is the other
              }
            })
        .start();
  }
}
