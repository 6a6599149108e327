package io.tokenstorm.worker.server;

import io.tokenstorm.protocol.server.ServerFacts;
import io.tokenstorm.protocol.server.ServerFault;
import io.tokenstorm.protocol.server.ServerState;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StartedServer;
import io.tokenstorm.server.wire.ServerMessages;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One server and how long it may run without a further order. Used by one thread at a time. */
final class HostedServer {
  private final StartedServer server;
  private final CompletableFuture<RunningServer> ready;
  private @Nullable CompletableFuture<Void> over;
  private String stoppedBecause = "";
  private long leaseUntilNanos;

  HostedServer(StartedServer server, long leaseUntilNanos) {
    this.server = server;
    this.ready = server.ready().toCompletableFuture();
    this.leaseUntilNanos = leaseUntilNanos;
  }

  void extend(long untilNanos) {
    leaseUntilNanos = untilNanos;
  }

  long leaseUntilNanos() {
    return leaseUntilNanos;
  }

  /**
   * Ends it, once.
   *
   * @param because for a person, if it is not the coordinator's order; empty: it is
   */
  void stop(String because) {
    if (over == null) {
      stoppedBecause = because;
      over = server.stop().toCompletableFuture();
    }
  }

  boolean isStopped() {
    return over != null;
  }

  /** Whether nothing will happen to it any more. */
  boolean isOver() {
    return ready.isCompletedExceptionally() || (over != null && over.isDone());
  }

  ServerFacts facts() {
    if (!ready.isDone()) {
      return ServerFacts.of(ServerState.STARTING);
    }
    if (ready.isCompletedExceptionally()) {
      return new ServerFacts(ServerState.FAILED, -1, withReason(fault(ready)));
    }
    RunningServer running = ready.join();
    long tookNanos = running.startTook().toNanos();
    CompletableFuture<Void> end = over;
    if (end != null && end.isDone()) {
      return new ServerFacts(ServerState.GONE, tookNanos, fault(end));
    }
    CompletableFuture<Void> exited = running.exited().toCompletableFuture();
    if (exited.isCompletedExceptionally()) {
      return new ServerFacts(ServerState.DIED, tookNanos, fault(exited));
    }
    return end == null
        ? new ServerFacts(ServerState.READY, tookNanos, ServerFault.NONE)
        : new ServerFacts(ServerState.STOPPING, tookNanos, withReason(ServerFault.NONE));
  }

  /** Who asks for no end is told why there is one. */
  private ServerFault withReason(ServerFault fault) {
    if (stoppedBecause.isEmpty()) {
      return fault;
    }
    return fault.isNone()
        ? new ServerFault(
            "server died: it " + stoppedBecause, Stage.SERVING.name(), -1, List.of(), "", "", -1)
        : new ServerFault(
            fault.message() + "; it " + stoppedBecause,
            fault.stage(),
            fault.exit(),
            fault.logTail(),
            fault.cause(),
            fault.causeLine(),
            fault.limitTokens());
  }

  private static ServerFault fault(CompletableFuture<?> stage) {
    if (!stage.isCompletedExceptionally()) {
      return ServerFault.NONE;
    }
    try {
      stage.join();
      return ServerFault.NONE;
    } catch (CompletionException e) {
      return e.getCause() instanceof ServerFailure known
          ? ServerMessages.fault(known)
          : new ServerFault(
              "server failed: " + e.getCause(), Stage.LAUNCH.name(), -1, List.of(), "", "", -1);
    }
  }
}
