package io.tokenstorm.cli.calibrate;

import io.tokenstorm.coordinator.calibration.Calibration.Step;
import io.tokenstorm.coordinator.health.ClientJudgement;
import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.health.HealthTotals;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.SimulatedReplica;
import io.tokenstorm.replica.truth.TruthRecord;
import io.tokenstorm.worker.engine.MeasuringEngine;
import io.tokenstorm.worker.health.HealthMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Climbs the rates: on each step a replica of its own sends a token to each stream once in so many
 * microseconds, for a set time; the client's records are held against its truth.
 */
public final class Ladder {
  private static final Duration SETTLING = Duration.ofMillis(500);
  private static final long PATIENCE_SECONDS = 10;
  private static final int TOKENS = 256;

  private final MeasuringEngine engine;
  private final Ticker ticker;
  private final int streams;
  private final Duration each;

  /**
   * A ladder.
   *
   * @param each how long a step is measured
   */
  public Ladder(MeasuringEngine engine, Ticker ticker, int streams, Duration each) {
    this.engine = engine;
    this.ticker = ticker;
    this.streams = streams;
    this.each = each;
  }

  /**
   * One step.
   *
   * @param index from 0
   * @param tokenMicros time between two tokens of a stream
   * @throws IOException if the replica cannot be started, or does not come to work in time
   */
  public Step climb(int index, int tokenMicros) throws IOException, InterruptedException {
    Map<String, RequestRecord> records = new ConcurrentHashMap<>();
    Queue<TruthRecord> truths = new ConcurrentLinkedQueue<>();
    RungPhase phase = new RungPhase(index, streams);
    try (SimulatedReplica replica =
        SimulatedReplica.start(pace(tokenMicros), "r1", 0, truths::add)) {
      engine.prepare(
          phase.work(replica.url(), TOKENS),
          phase,
          record -> records.put(record.key().requestId(RungPhase.RUN), record));
      awaitPrepared();
      phase.open(true);
      engine.gateChanged();
      pause(SETTLING);
      Measured measured = measure();
      phase.open(false);
      engine.cut();
      pause(Duration.ofMillis(200));
      return step(1e6 / tokenMicros * streams, measured, TruthErrors.of(records, truths));
    }
  }

  private record Measured(double tokensPerSecond, HealthSample sample) {}

  private Measured measure() throws InterruptedException {
    HealthMeter meter = HealthMeter.ofThisJvm(ticker.nanos());
    engine.takeReadings();
    long from = ticker.nanos();
    long before = engine.streamedEvents(LoadStage.MEASURE);
    pause(each);
    long tokens = engine.streamedEvents(LoadStage.MEASURE) - before;
    long now = ticker.nanos();
    HealthSample sample =
        meter.sample(
            now, engine.takeReadings(), new HealthMeter.Own(HealthSample.Turnaround.NONE, 0, ""));
    return new Measured(tokens * 1e9 / (now - from), sample);
  }

  private static Step step(double asked, Measured measured, TruthErrors errors) {
    Map<String, Double> figures = HealthTotals.of(List.of(measured.sample()));
    ClientJudgement judged = ClientJudgement.of(figures);
    List<String> reasons = new ArrayList<>(judged.reasons());
    ClientVerdict verdict = judged.verdict();
    double share = measured.sample().reads().busiestLoopShare();
    Step step =
        new Step(
            asked,
            measured.tokensPerSecond(),
            verdict,
            reasons,
            TruthErrors.seconds(errors.ttft(), 50),
            TruthErrors.seconds(errors.ttft(), 99),
            TruthErrors.seconds(errors.gap(), 50),
            TruthErrors.seconds(errors.gap(), 99),
            errors.gapSigma(),
            TruthErrors.seconds(errors.late(), 99),
            figures.get(HealthFigure.LAG_P50),
            figures.get(HealthFigure.LAG_P99),
            share,
            measured.sample().machine().processCores());
    return step.isDelivered() || step.isClientsLimit() ? step : unknown(step);
  }

  /** The rate was not reached, and not for the client's sake. */
  private static Step unknown(Step step) {
    return new Step(
        step.askedTokensPerSecond(),
        step.tokensPerSecond(),
        ClientVerdict.UNKNOWN,
        List.of(
            String.format(
                Locale.ROOT,
                "the replica, or the cores that it shares with the client, gave %,.0f of %,.0f"
                    + " tokens/s while the client was at work %.0f %% of the time",
                step.tokensPerSecond(),
                step.askedTokensPerSecond(),
                step.loopShare() * 100)),
        step.ttftErrorP50(),
        step.ttftErrorP99(),
        step.gapErrorP50(),
        step.gapErrorP99(),
        step.gapErrorSigma(),
        step.replicaLateP99(),
        step.lagP50(),
        step.lagP99(),
        step.loopShare(),
        step.processCores());
  }

  private void awaitPrepared() throws IOException, InterruptedException {
    long deadline = ticker.nanos() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!engine.status().prepared()) {
      String problem = engine.status().problem();
      if (!problem.isEmpty() || ticker.nanos() > deadline) {
        throw new IOException(
            problem.isEmpty()
                ? "the client did not come to work within " + PATIENCE_SECONDS + " s"
                : problem);
      }
      pause(Duration.ofMillis(10));
    }
  }

  private static void pause(Duration length) throws InterruptedException {
    boolean unused = new CountDownLatch(1).await(length.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** A replica that has nothing else to do than to send tokens at a pace, spread evenly. */
  private ReplicaConfig pace(int tokenMicros) throws IOException {
    Path file = Files.createTempFile("tokenstorm-calibrate", ".conf");
    try {
      Files.writeString(
          file,
          """
          engine {
            step-base = %d us
            step-per-sequence = 0 us
            prefill-base = 0 ms
            prefill-tokens-per-second = 1000000000
            arrival = 0 ms
            max-sequences = %d
            max-batched-tokens = 1000000
          }
          answer { spread = %d us }
          """
              .formatted(tokenMicros, streams, tokenMicros));
      return ReplicaConfig.load(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
