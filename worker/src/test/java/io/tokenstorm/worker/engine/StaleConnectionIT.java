package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.loop.ConnectionListener;
import io.tokenstorm.worker.loop.EventLoop;
import io.tokenstorm.worker.loop.TcpConnection;
import io.tokenstorm.worker.loop.TlsClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a slot is told of a connection right before it sends: the loop is kept from reading the
 * peer's end itself, as in the moment between two turns.
 */
@Timeout(60)
class StaleConnectionIT {
  private static final Executor BACKGROUND = task -> new Thread(task).start();
  private static final byte[] REQUEST =
      "POST / HTTP/1.1\r\nhost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final EventLoop loop = new EventLoop(System::nanoTime, Thread::new);
  private final CompletableFuture<Boolean> open = new CompletableFuture<>();
  private final CompletableFuture<Boolean> answered = new CompletableFuture<>();
  private final TcpConnection connection = new TcpConnection(loop, new Listener());

  @BeforeEach
  void startLoop() {
    loop.start();
  }

  @AfterEach
  void closeLoop() {
    loop.close();
  }

  @Test
  void fresh_plainPeerThatClosed_isFalse() throws Exception {
    try (CaseServer server = CaseServer.start(r -> EngineScene.answer())) {
      connect(server, null);
      assertFreshUntilClosed(server);
    }
  }

  @Test
  void fresh_tlsPeerThatClosed_isFalse() throws Exception {
    try (CaseServer server = TlsServers.selfSigned(r -> EngineScene.answer())) {
      connect(
          server,
          new TlsClient(new TlsOptions(false, null, null), "127.0.0.1", server.port(), BACKGROUND));
      assertFreshUntilClosed(server);
    }
  }

  @Test
  void fresh_tlsPeerThatSentDataUnasked_isFalse() throws Exception {
    String answer = new String(EngineScene.answer().get(0).send(), StandardCharsets.US_ASCII);
    try (CaseServer server =
        TlsServers.selfSigned(
            r -> List.of(EngineScene.send(answer, 0), EngineScene.send("more", 300)))) {
      connect(
          server,
          new TlsClient(new TlsOptions(false, null, null), "127.0.0.1", server.port(), BACKGROUND));
      exchange();
      onLoop(() -> awaitStale());
    }
  }

  private void connect(CaseServer server, @Nullable TlsClient tls) throws Exception {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
    onLoop(() -> connection.connect(address, tls));
    open.get(20, TimeUnit.SECONDS);
  }

  private void exchange() throws Exception {
    onLoop(() -> assertThat(connection.write(ByteBuffer.wrap(REQUEST))).isTrue());
    answered.get(20, TimeUnit.SECONDS);
  }

  /** The loop's thread waits all the while, so that it reads nothing by itself. */
  private void assertFreshUntilClosed(CaseServer server) throws Exception {
    exchange();
    onLoop(
        () -> {
          assertThat(connection.fresh()).isTrue();
          server.close();
          awaitStale();
        });
  }

  private void awaitStale() {
    Awaitility.await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !connection.fresh());
  }

  private void onLoop(Runnable task) throws Exception {
    CompletableFuture.runAsync(task, loop).get(30, TimeUnit.SECONDS);
  }

  private final class Listener implements ConnectionListener {
    @Override
    public void onOpen(long nanos) {
      open.complete(true);
    }

    @Override
    public void onOpenFailed(ErrorKind kind, String detail, long nanos) {
      open.completeExceptionally(new AssertionError(kind + ": " + detail));
    }

    @Override
    public void onRead(byte[] bytes, int offset, int length, int wireBytes, long nanos) {
      answered.complete(true);
    }

    @Override
    public void onEnd(long nanos) {
      open.completeExceptionally(new AssertionError("ended"));
    }

    @Override
    public void onBroken(String detail, long nanos) {
      open.completeExceptionally(new AssertionError(detail));
    }
  }
}
