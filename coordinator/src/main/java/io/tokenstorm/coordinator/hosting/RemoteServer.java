package io.tokenstorm.coordinator.hosting;

import io.tokenstorm.protocol.server.ServerFacts;
import io.tokenstorm.protocol.server.ServerFault;
import io.tokenstorm.protocol.wire.WorkerProtocol.ServerOrder;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StartedServer;
import io.tokenstorm.server.wire.ServerMessages;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A server on a worker's host. Its stages may be used from any thread; all else by {@link
 * RemoteServers} alone.
 */
public final class RemoteServer implements StartedServer, RunningServer {
  private final String worker;
  private final String id;
  private final ServerCommand command;
  private final Runnable onStop;
  private final CompletableFuture<RunningServer> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> exited = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private volatile URI base;
  private volatile Duration startTook = Duration.ZERO;
  private String processKey = "";
  private boolean wanted = true;
  private long sinceNanos;
  private long heardAtNanos;
  private long orderedAtNanos = Long.MIN_VALUE;

  /**
   * A server to be.
   *
   * @param worker on whose host
   * @param id unique among all servers of the cluster
   * @param command where its base names the address 0.0.0.0, that of the worker is meant
   * @param onStop called when its end is asked for, from any thread
   */
  public RemoteServer(String worker, String id, ServerCommand command, Runnable onStop) {
    this.worker = worker;
    this.id = id;
    this.command = command;
    this.onStop = onStop;
    this.base = command.base();
  }

  /**
   * An id for a server, by the place of its log: the worker names the log on its host by it.
   *
   * @param number tells it from others of the same log
   */
  public static String idOf(ServerCommand command, long number) {
    Path log = command.log();
    StringBuilder id = new StringBuilder();
    int from = Math.max(0, log.getNameCount() - 4);
    for (int i = from; i < log.getNameCount(); i++) {
      id.append('-').append(log.getName(i).toString().replaceAll("[^A-Za-z0-9._=-]", "-"));
    }
    String text = id.substring(Math.max(0, id.length() - 150)).replaceAll("^[^A-Za-z0-9]+", "");
    return text.replaceAll("\\.log$", "") + "-" + number;
  }

  @Override
  public CompletionStage<RunningServer> ready() {
    return ready.minimalCompletionStage();
  }

  @Override
  public CompletionStage<Void> exited() {
    return exited.minimalCompletionStage();
  }

  @Override
  public CompletionStage<Void> stop() {
    onStop.run();
    return over.minimalCompletionStage();
  }

  @Override
  public ServerCommand command() {
    return command.at(base);
  }

  @Override
  public Duration startTook() {
    return startTook;
  }

  String worker() {
    return worker;
  }

  String id() {
    return id;
  }

  /** The process that runs it; empty before the first order. */
  String processKey() {
    return processKey;
  }

  boolean isOver() {
    return over.isDone();
  }

  boolean isWanted() {
    return wanted;
  }

  void unwanted() {
    wanted = false;
  }

  void begins(long nowNanos) {
    sinceNanos = nowNanos;
  }

  long sinceNanos() {
    return sinceNanos;
  }

  long heardAtNanos() {
    return heardAtNanos;
  }

  /** From now on it is the affair of this process of its worker. */
  void givenTo(String process, String address, long nowNanos) {
    processKey = process;
    heardAtNanos = nowNanos;
    if (base.getHost().equals("0.0.0.0")) {
      base = URI.create("http://" + address + ":" + base.getPort());
    }
  }

  boolean isOrderDue(long nowNanos, Duration every) {
    return orderedAtNanos == Long.MIN_VALUE || nowNanos - orderedAtNanos >= every.toNanos();
  }

  ServerOrder order(Duration lease, long nowNanos) {
    orderedAtNanos = nowNanos;
    return new ServerOrder(
        id, processKey, wanted, lease.toNanos(), ServerMessages.spec(command.at(base)));
  }

  void heard(ServerFacts facts, long nowNanos) {
    heardAtNanos = nowNanos;
    switch (facts.state()) {
      case STARTING -> {}
      case READY -> {
        startTook = Duration.ofNanos(Math.max(0, facts.startNanos()));
        ready.complete(this);
      }
      case REFUSED, FAILED -> failed(failure(facts.fault()));
      case DIED -> exited.completeExceptionally(failure(facts.fault()));
      case STOPPING -> {
        if (wanted && !facts.fault().isNone()) {
          exited.completeExceptionally(failure(facts.fault()));
        }
      }
      case UNKNOWN, GONE -> gone(facts.fault());
    }
  }

  private void gone(ServerFault fault) {
    if (!fault.isNone()) {
      over.completeExceptionally(failure(fault));
    }
    failed(failure("server failed to start: " + name() + " is not there any more", Stage.LAUNCH));
    exited.complete(null);
  }

  /** It never was ready, or is no more. */
  void failed(ServerFailure why) {
    ready.completeExceptionally(why);
    over.complete(null);
  }

  /** Nothing more will be heard of it. */
  void lost(String why) {
    Stage stage = ready.isDone() ? Stage.SERVING : Stage.LAUNCH;
    String text = "%s: worker %s, on whose host it ran, %s".formatted(name(), worker, why);
    ready.completeExceptionally(failure("server failed to start: " + text, stage));
    exited.completeExceptionally(failure("server died: " + text, stage));
    over.completeExceptionally(
        failure("server failed to stop: " + text + "; it ends with the worker", Stage.STOP));
  }

  private String name() {
    return command.name();
  }

  private ServerFailure failure(ServerFault fault) {
    try {
      ServerFailure known = ServerMessages.failure(fault);
      return new ServerFailure(
          known.getMessage() + " (on the host of worker " + worker + ")",
          known.stage(),
          known.exit(),
          known.logTail(),
          known.cause());
    } catch (IllegalArgumentException e) {
      return failure(fault.message(), Stage.LAUNCH);
    }
  }

  static ServerFailure failure(String text, Stage stage) {
    return new ServerFailure(text, stage, OptionalInt.empty(), List.of(), Optional.empty());
  }
}
