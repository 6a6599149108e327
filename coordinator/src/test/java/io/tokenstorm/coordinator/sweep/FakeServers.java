package io.tokenstorm.coordinator.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.report.RunFixture;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.ServerHost;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StartedServer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntPredicate;

/** Servers that start or not by their length, and answers that take what a test says. */
final class FakeServers implements ServerHost, SweepListener {
  private final Path runs;
  private final IntPredicate starts;
  private final Figures figures;
  private final List<Life> lives = new ArrayList<>();
  private int mostAlive;
  private int asked;
  private int more;
  private String failure = "";

  /** What a request takes, milliseconds. */
  private interface Figures {
    double[] ttftE2eDuration(String engine, int length, int asked);
  }

  private FakeServers(Path runs, IntPredicate starts, Figures figures) {
    this.runs = runs;
    this.starts = starts;
    this.figures = figures;
  }

  /** Starts whatever is not longer, and takes a millisecond for 100 tokens. */
  static FakeServers upTo(Path runs, int longest) {
    return new FakeServers(
        runs,
        length -> length <= longest,
        (engine, length, asked) ->
            new double[] {length / 100.0 + asked, length / 100.0 + asked, length / 100.0 + 20});
  }

  /** Takes what a published result took, and starts what started there. */
  static FakeServers ofReference(Path runs, JsonNode reference) {
    return new FakeServers(
        runs,
        length -> length < 1_048_576,
        (engine, length, asked) -> {
          for (JsonNode row : reference.path("scenarios")) {
            if (row.path("backend").asText().equals(engine)
                && row.path("target_len").asInt() == length) {
              return new double[] {
                row.at("/metrics/ttft_ms/mean").asDouble(),
                row.at("/metrics/e2e_ms/mean").asDouble(),
                row.at("/metrics/duration_s").asDouble() * 1e3
              };
            }
          }
          throw new AssertionError(engine + " " + length);
        });
  }

  Hands hands() {
    return new Hands(
        worker -> this,
        this::ask,
        this,
        Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC),
        name -> null);
  }

  List<Life> lives() {
    return lives;
  }

  int mostAlive() {
    return mostAlive;
  }

  void answerWith(String error) {
    failure = error;
  }

  void countMore(int tokens) {
    more = tokens;
  }

  @Override
  public StartedServer start(ServerCommand command) {
    Life life = new Life(command);
    lives.add(life);
    mostAlive = Math.max(mostAlive, (int) lives.stream().filter(l -> !l.over()).count());
    int length = Integer.parseInt(command.name().substring(command.name().lastIndexOf(' ') + 1));
    if (starts.test(length)) {
      life.ready.complete(life);
      return life;
    }
    life.over = true;
    life.ready.completeExceptionally(
        new ServerFailure(
            "server failed to start: the KV cache is too small",
            Stage.HEALTH,
            OptionalInt.of(1),
            List.of("a last line"),
            Optional.of(
                new KnownCause(
                    KnownCause.Kind.KV_CACHE_TOO_SMALL, "a last line", OptionalLong.empty()))));
    return life;
  }

  private RunProbe.Answer ask(
      Plan plan, @org.jspecify.annotations.Nullable String salt, StopAsked stop) {
    int aimed = plan.workloadOf(plan.phases().get(0)).inputTokens();
    double[] figure = figures.ttftE2eDuration(plan.phases().get(0).route(), aimed, asked);
    long first = Math.round(figure[0] * 1e6);
    long last = Math.round(figure[1] * 1e6);
    long sent = Math.round(figure[2] * 1e6) - last;
    RequestRecord record =
        new RequestRecord(
            new RequestKey(1, 0, LoadStage.MEASURE, 0, 0),
            "r1",
            new Instants(sent, 0, Instants.NONE, 10, first, first, first, last, last),
            Gaps.NONE,
            failure.isEmpty()
                ? Outcome.COMPLETED
                : new Outcome.Failed(ErrorKind.HTTP_STATUS, 400, failure.substring(17)),
            new TokenCounts(1, TokenSource.USAGE, aimed + more, TokenSource.USAGE, aimed, 1),
            "length",
            100);
    asked++;
    try (RunFixture run = new RunFixture(runs.resolve("run-" + asked), plan)) {
      run.window(0, 1, 0, sent + last);
      run.merge("w1", 1, List.of(record));
      run.settle(0, 1);
      run.end();
      return new RunProbe.Asked(run.path());
    }
  }

  @Override
  public void starting(int number, MatrixRow row, String commandLine) {}

  @Override
  public void ready(int number, MatrixRow row, Duration after) {}

  @Override
  public void done(Scenario scenario) {}

  /** A server. */
  static final class Life implements StartedServer, RunningServer {
    private final CompletableFuture<RunningServer> ready = new CompletableFuture<>();
    private final ServerCommand command;
    private volatile boolean over;

    Life(ServerCommand command) {
      this.command = command;
    }

    boolean over() {
      return over;
    }

    @Override
    public CompletionStage<RunningServer> ready() {
      return ready;
    }

    @Override
    public CompletionStage<Void> exited() {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<Void> stop() {
      over = true;
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public ServerCommand command() {
      return command;
    }

    @Override
    public Duration startTook() {
      return Duration.ofSeconds(2);
    }
  }
}
