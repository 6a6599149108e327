package io.tokenstorm.worker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.time.Ticker;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What waits on a loop for what. */
class EventLoopIT {
  private static final long TASK_NANOS = 10_000_000;

  private final Ticker ticker = Ticker.system();
  private final EventLoop loop = new EventLoop(ticker, task -> new Thread(task, "loop-under-test"));
  private volatile boolean over;

  @AfterEach
  void close() {
    over = true;
    loop.close();
  }

  @Test
  void tasksThatNeverEnd_bytesAndTasksOfOtherThreadsHaveTheirTurn() throws Exception {
    loop.start();
    Reads reads = new Reads();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      loop.execute(
          () ->
              new TcpConnection(loop, reads)
                  .connect((InetSocketAddress) server.getLocalSocketAddress(), null));
      try (Socket peer = server.accept()) {
        reads.opened.get(20, TimeUnit.SECONDS);
        loop.execute(this::again);
        CompletableFuture<Void> foreign = new CompletableFuture<>();
        loop.execute(() -> foreign.complete(null));
        peer.getOutputStream().write('x');
        foreign.get(20, TimeUnit.SECONDS);
        assertThat(reads.first.get(20, TimeUnit.SECONDS)).isEqualTo((byte) 'x');
      }
    }
  }

  /** A task of the loop's own that is followed by another one for ever. */
  private void again() {
    long until = ticker.nanos() + TASK_NANOS;
    while (ticker.nanos() < until) {
      Thread.onSpinWait();
    }
    if (!over) {
      loop.execute(this::again);
    }
  }

  /** The first byte that came. */
  private static final class Reads implements ConnectionListener {
    final CompletableFuture<Void> opened = new CompletableFuture<>();
    final CompletableFuture<Byte> first = new CompletableFuture<>();

    @Override
    public void onOpen(long nanos) {
      opened.complete(null);
    }

    @Override
    public void onOpenFailed(ErrorKind kind, String detail, long nanos) {
      opened.completeExceptionally(new IllegalStateException(detail));
    }

    @Override
    public void onRead(byte[] bytes, int offset, int length, int wireBytes, long nanos) {
      first.complete(bytes[offset]);
    }

    @Override
    public void onEnd(long nanos) {}

    @Override
    public void onBroken(String detail, long nanos) {
      first.completeExceptionally(new IllegalStateException(detail));
    }
  }
}
