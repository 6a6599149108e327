package io.tokenstorm.replica.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread with one selector. It sleeps in {@code select} until two milliseconds before the next
 * deadline (a selector counts in milliseconds), then parks in slices of at most {@value
 * #SLICE_NANOS} ns with a look at the sockets between them; it never spins. So a deadline is met to
 * the accuracy of the kernel's timer, and a socket is looked at no more than a slice late.
 */
public final class EventLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);
  private static final long SLICE_NANOS = 200_000;
  private static final long SELECT_MARGIN_NANOS = 2_000_000;
  private static final int BUFFER_BYTES = 65_536;
  private static final int BACKLOG = 8192;

  private final Selector selector;
  private final Thread thread;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Set<Connection> connections = new HashSet<>();
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private volatile boolean closing;
  private Clockwork clockwork = Clockwork.NONE;

  /** A loop that is not yet running. */
  public EventLoop(String name) throws IOException {
    this.selector = Selector.open();
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Begins to run, with deadlines. */
  public void start(Clockwork newClockwork) {
    clockwork = newClockwork;
    thread.start();
  }

  /** Runs a task on the loop's thread soon; from any thread. */
  public void execute(Runnable task) {
    tasks.add(task);
    if (Thread.currentThread() != thread) {
      selector.wakeup();
      LockSupport.unpark(thread);
    }
  }

  /** The loop's thread, to measure its CPU time. */
  public Thread thread() {
    return thread;
  }

  /** Listens on loopback; the caller closes the channel on this loop. */
  public ServerSocketChannel listen(int port, Supplier<ConnectionHandler> handlers)
      throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      server.configureBlocking(false);
    } catch (IOException refused) {
      server.close();
      throw new IOException("cannot listen on 127.0.0.1:" + port + ": " + refused, refused);
    }
    execute(() -> register(server, handlers));
    return server;
  }

  private void register(ServerSocketChannel server, Supplier<ConnectionHandler> handlers) {
    try {
      server.register(selector, SelectionKey.OP_ACCEPT, (Runnable) () -> accept(server, handlers));
    } catch (IOException closedAlready) {
      note("register", closedAlready);
    }
  }

  private void accept(ServerSocketChannel server, Supplier<ConnectionHandler> handlers) {
    try {
      for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
        ConnectionHandler handler = handlers.get();
        handler.onAccepted(adopt(channel, handler, SelectionKey.OP_READ));
      }
    } catch (IOException failed) {
      LOG.warn("could not accept a connection: {}", failed.toString());
    }
  }

  /** Begins to connect; on the loop's thread only. */
  public Connection connect(InetSocketAddress address, ConnectionHandler handler)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    Connection connection = adopt(channel, handler, SelectionKey.OP_CONNECT);
    try {
      // On loopback a connect can be complete at once, and OP_CONNECT then never comes.
      if (channel.connect(address)) {
        execute(() -> connection.ready(SelectionKey.OP_CONNECT));
      }
    } catch (IOException refused) {
      execute(connection::close);
    }
    return connection;
  }

  private Connection adopt(SocketChannel channel, ConnectionHandler handler, int operations)
      throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    Connection connection = new Connection(this, channel, handler);
    connection.registered(channel.register(selector, operations, connection));
    connections.add(connection);
    return connection;
  }

  private void run() {
    while (!closing) {
      try {
        clockwork.run(System.nanoTime());
        await(clockwork.nextDueNanos());
        runTasks(); // before the sockets: a task given before bytes were sent is done before them
        dispatch();
      } catch (IOException | RuntimeException failed) {
        LOG.error("the loop {} goes on after a failure", thread.getName(), failed);
      }
    }
    closeAll();
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private void await(long dueNanos) throws IOException {
    if (!tasks.isEmpty()) {
      selector.selectNow();
      return;
    }
    if (dueNanos == Long.MAX_VALUE) {
      selector.select();
      return;
    }
    long leftNanos = dueNanos - System.nanoTime();
    if (leftNanos > SELECT_MARGIN_NANOS) {
      selector.select(leftNanos / 1_000_000 - 1);
    } else {
      if (leftNanos > 0 && selector.selectNow() == 0) {
        LockSupport.parkNanos(Math.min(leftNanos, SLICE_NANOS));
      }
      selector.selectNow();
    }
  }

  private void dispatch() {
    if (selector.selectedKeys().isEmpty()) {
      return;
    }
    for (SelectionKey key : selector.selectedKeys()) {
      if (!key.isValid()) {
        continue;
      }
      if (key.attachment() instanceof Connection connection) {
        connection.ready(key.readyOps());
      } else if (key.attachment() instanceof Runnable acceptor) {
        acceptor.run();
      }
    }
    selector.selectedKeys().clear();
  }

  ByteBuffer scratch() {
    return scratch;
  }

  ByteBuffer readBuffer() {
    return readBuffer;
  }

  void note(String what, IOException failed) {
    LOG.debug("{} on a socket that is gone: {}", what, failed.toString());
  }

  void forget(Connection connection) {
    connections.remove(connection);
  }

  private void closeAll() {
    runTasks();
    Set.copyOf(connections).forEach(Connection::close);
    try {
      for (SelectionKey key : Set.copyOf(selector.keys())) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException failed) {
      note("close", failed);
    }
  }

  /** Ends the loop and closes every socket; waits for its thread. */
  @Override
  public void close() {
    closing = true;
    selector.wakeup();
    LockSupport.unpark(thread);
    try {
      thread.join(5_000);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
