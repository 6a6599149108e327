package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.coordinator.matrix.ColdCache;
import io.tokenstorm.coordinator.matrix.RowPlan;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.Scenario.Failure;
import io.tokenstorm.coordinator.sweep.result.RepeatReading;
import io.tokenstorm.coordinator.sweep.result.RepeatSpread;
import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StartedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Does one row: starts its server, asks it as often as the plan says, stops it. Whatever goes wrong
 * is the row's result. Its server is stopped before {@link #run} returns.
 */
final class RowAttempt {
  /** How vLLM, SGLang (by its context, by its KV cache), llama.cpp and TGI refuse a long prompt. */
  private static final Pattern TOO_LONG =
      Pattern.compile(
          "(?i)context.length|max_model_len|maximum.*context|too long"
              + "|exceeds the maximum allowed length|exceeds the available context size"
              + "|tokens \\+ .?max_new_tokens.? must be <=");

  /** What a worker knows of its server comes late, and that the worker is lost even later. */
  private static final Duration WORKERS_WORD = Duration.ofSeconds(5);

  private final RowTask task;
  private final Hands hands;
  private final @Nullable String salt;
  private final RepeatReading reading;
  private final List<Double> starts = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable String error;
  private @Nullable Failure failure;

  RowAttempt(RowTask task, Hands hands, @Nullable String salt) {
    this.task = task;
    this.hands = hands;
    this.salt = salt;
    this.reading = new RepeatReading(task.row().targetLen());
  }

  /** Does the row; false if the end was asked for before it was done. */
  boolean run(StopAsked stop) throws InterruptedException {
    int repeats = task.plan().grid().repeats();
    boolean shared = task.plan().grid().cold().sharesServer();
    RunningServer server = null;
    for (int repeat = 1; repeat <= repeats && error == null && !stop.asked(); repeat++) {
      if (server == null) {
        server = start(repeat, stop);
      }
      if (server != null) {
        askOrEnd(server, repeat, stop);
        if (!shared || repeat == repeats || error != null || stop.asked()) {
          end(server);
          server = null;
        }
      }
    }
    return !stop.asked();
  }

  private @Nullable RunningServer start(int repeat, StopAsked stop) throws InterruptedException {
    StartedServer started = hands.hosts().apply(task.command().worker()).start(task.server(repeat));
    CompletableFuture<RunningServer> starting = started.ready().toCompletableFuture();
    if (!stop.awaitDone(starting)) {
      StopAsked never = () -> false;
      boolean unused = never.awaitDone(started.stop().toCompletableFuture());
      return null;
    }
    try {
      RunningServer server = starting.join();
      starts.add(server.startTook().toNanos() / 1e9);
      hands.listener().ready(task.number(), task.row(), server.startTook());
      return server;
    } catch (CompletionException e) {
      failed(e);
      return null;
    }
  }

  private void askOrEnd(RunningServer server, int repeat, StopAsked stop)
      throws InterruptedException {
    try {
      ask(server, repeat, stop);
    } catch (SweepFailure e) {
      end(server);
      throw e;
    }
  }

  private void ask(RunningServer server, int repeat, StopAsked stop) throws InterruptedException {
    if (task.plan().grid().cold() instanceof ColdCache.Reset reset) {
      Optional<String> trouble = CacheReset.post(server.command().base(), reset.path(), headers());
      if (trouble.isPresent()) {
        failed("the cache could not be emptied: " + trouble.get(), requestFailure("PLAN", null));
        return;
      }
    }
    String own = salt == null ? null : salt + "/" + task.row().key() + "/" + repeat;
    RunProbe.Answer answer =
        hands
            .probe()
            .ask(
                RowPlan.of(
                    task.plan(), task.row(), task.command().servedModel(), server.command().base()),
                own,
                stop);
    if (answer instanceof RunProbe.Asked asked) {
      reading.add(asked.directory());
      reading.error().ifPresent(why -> requestFailed(server, why));
    } else if (answer instanceof RunProbe.NotAsked not) {
      failed("the server was not asked: " + not.reason(), requestFailure("TARGET", null));
    }
  }

  private Map<String, String> headers() {
    Map<String, String> values = new LinkedHashMap<>();
    task.headers()
        .forEach(
            (name, text) ->
                text.resolve(hands.environment()).ifPresent(value -> values.put(name, value)));
    return values;
  }

  /** A server that died says more than the request that it left unanswered. */
  private void requestFailed(RunningServer server, String why) {
    CompletableFuture<Void> exited = server.exited().toCompletableFuture();
    try {
      if (exited.isDone() || !task.command().worker().isEmpty()) {
        exited.completeOnTimeout(null, WORKERS_WORD.toMillis(), TimeUnit.MILLISECONDS).join();
      }
    } catch (CompletionException e) {
      failed(e);
      return;
    }
    boolean tooLong = TOO_LONG.matcher(why).find();
    String cause = tooLong ? KnownCause.Kind.CONTEXT_TOO_LONG.label() : null;
    failed("request failed: " + why, requestFailure("TARGET", cause));
  }

  private static Failure requestFailure(String fault, @Nullable String cause) {
    return new Failure("request", fault, cause, null, null, List.of());
  }

  private void end(RunningServer server) throws InterruptedException {
    CompletableFuture<Void> stopping = server.stop().toCompletableFuture();
    StopAsked never = () -> false;
    boolean unused = never.awaitDone(stopping);
    try {
      stopping.join();
    } catch (CompletionException e) {
      notes.add("after the row: " + message(e));
    }
  }

  private void failed(CompletionException thrown) {
    if (thrown.getCause() instanceof ServerFailure known) {
      Stage stage = known.stage();
      failed(
          String.valueOf(known.getMessage()),
          new Failure(
              stage.name().toLowerCase(Locale.ROOT),
              known.side().name(),
              known.cause().map(cause -> cause.kind().label()).orElse(null),
              known.exit().isPresent() ? Integer.valueOf(known.exit().getAsInt()) : null,
              known.cause().map(RowAttempt::limit).orElse(null),
              known.logTail()));
      return;
    }
    failed(
        "server failed to start: " + message(thrown),
        new Failure("start", "GENERATOR", null, null, null, List.of()));
  }

  private static @Nullable Long limit(KnownCause cause) {
    return cause.limitTokens().isPresent() ? cause.limitTokens().getAsLong() : null;
  }

  private void failed(String what, Failure why) {
    if (error == null) {
      error = what;
      failure = why;
    }
  }

  private static String message(CompletionException thrown) {
    Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
    return cause instanceof ServerFailure ? String.valueOf(cause.getMessage()) : cause.toString();
  }

  /**
   * What came of it.
   *
   * @param sweep the sweep's directory, which the log is named below
   */
  Scenario scenario(java.time.Instant startedAt, java.nio.file.Path sweep) {
    List<String> all = new ArrayList<>(reading.notes());
    all.addAll(notes);
    if (!task.command().worker().isEmpty()) {
      all.add("its server ran on the host of worker " + task.command().worker());
    }
    if (task.plan().load().outputTokens() == 1 && error == null) {
      all.add("tpot_ms and itl_ms are undefined for answers of one token: null, not 0");
    }
    return new Scenario(
        task.row().engine().name(),
        task.row().targetLen(),
        task.row().maxModelLen(),
        error == null,
        task.command().line(),
        reading.metrics(),
        error,
        List.copyOf(all),
        task.number(),
        task.row().axes(),
        task.row().searched(),
        failure,
        task.command().writtenEnvironment(),
        List.copyOf(starts),
        reading.repeats(),
        RepeatSpread.of(reading.repeats()),
        startedAt,
        task.command().worker().isEmpty()
            ? sweep.relativize(task.log(1)).toString()
            : "on the host of worker " + task.command().worker(),
        task.plan().grid().cold().label(),
        reading.promptLength());
  }
}
