package io.tokenstorm.coordinator.compare;

import io.tokenstorm.coordinator.report.RunFixture;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** The directory of a run of one phase in a closed loop, with latencies of a known distribution. */
final class SyntheticRun {
  private static final int SLOTS = 4;
  private static final int TOKENS = 11;

  /** About as long as one request takes. */
  private static final long WAVE_NANOS = 200_000_000;

  private SyntheticRun() {}

  /**
   * Writes it.
   *
   * @param factor on all latencies
   * @param failEvery one of how many requests fails; 0 for none
   * @return its directory
   */
  static Path write(Path root, long seed, int requests, double factor, int failEvery) {
    return write(root, RunFixture.phase("steady", SLOTS, true), seed, requests, factor, failEvery);
  }

  static Path write(Path root, Phase phase, long seed, int requests, double factor, int failEvery) {
    return write(root, phase, new Load(seed, requests, factor, failEvery, 0));
  }

  /**
   * One whose requests come in waves: those sent at about the same time share some of their fate.
   */
  static Path inWaves(Path root, long seed, int requests, double factor) {
    Load load = new Load(seed, requests, factor, 50, 0.1);
    return write(root, RunFixture.phase("steady", SLOTS, true), load);
  }

  /** What it is made of; {@code wave} is the spread of the logarithm of what a wave shares. */
  private record Load(long seed, int requests, double factor, int failEvery, double wave) {}

  private static Path write(Path root, Phase phase, Load load) {
    Random random = new Random(load.seed);
    int failEvery = load.failEvery;
    long[] free = new long[SLOTS];
    List<RequestRecord> records = new ArrayList<>();
    for (int i = 0; i < load.requests; i++) {
      int slot = i % SLOTS;
      long wave = free[slot] / WAVE_NANOS;
      double shared = new SplittableRandom(load.seed + wave).nextGaussian();
      double factor = load.factor * Math.exp(load.wave * shared);
      boolean failed = failEvery > 0 && i % failEvery == failEvery - 1;
      RequestRecord record =
          record(
              random, new RequestKey(1, 0, LoadStage.MEASURE, slot, i), free[slot], factor, failed);
      free[slot] += record.instants().endNanos();
      records.add(record);
    }
    try (RunFixture run = new RunFixture(root, RunFixture.plan(phase))) {
      run.window(0, 1, 0, free[0]);
      run.merge("w1", 1, records);
      run.settle(0, 1);
      run.end();
      return run.path();
    }
  }

  private static RequestRecord record(
      Random random, RequestKey key, long sentNanos, double factor, boolean failed) {
    long first = (long) (100e6 * factor * Math.exp(0.15 * random.nextGaussian()));
    long[] gaps = new long[TOKENS - 1];
    long last = first;
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (long) (10e6 * factor * Math.exp(0.1 * random.nextGaussian()));
      last += gaps[i];
    }
    return new RequestRecord(
        key,
        "r1",
        new Instants(sentNanos, 1_000, Instants.NONE, 10, first, first, first, last, last + 1_000),
        Gaps.of(gaps),
        failed ? new Outcome.Failed(ErrorKind.RESET, 0, "reset") : Outcome.COMPLETED,
        new TokenCounts(TOKENS, TokenSource.USAGE, 538, TokenSource.USAGE, 538, TOKENS),
        "length",
        1_000);
  }
}
