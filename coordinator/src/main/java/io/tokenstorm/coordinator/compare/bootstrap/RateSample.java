package io.tokenstorm.coordinator.compare.bootstrap;

import java.util.List;

/**
 * The requests of one side as slots saw them: tokens that came and the time the slot was taken,
 * from the moment it was free until the end. In a closed loop slots × Σ tokens / Σ time is the
 * throughput, without the ramp at the window's end; so a resample of requests gives one of the
 * throughput.
 */
public final class RateSample {
  private final List<Run> runs;

  public RateSample(List<Run> runs) {
    this.runs = List.copyOf(runs);
  }

  /** Sums over the requests of one run up to each, in the order they were sent. */
  public static final class Run {
    private final double[] tokens;
    private final double[] seconds;
    private final int[] successes;
    private final int[] failures;
    private int size;

    /** Room for so many requests. */
    public Run(int requests) {
      tokens = new double[requests + 1];
      seconds = new double[requests + 1];
      successes = new int[requests + 1];
      failures = new int[requests + 1];
    }

    /** The next request; {@code tokens} is negative if it failed. */
    public void add(double outputTokens, double slotSeconds) {
      boolean failed = outputTokens < 0;
      tokens[size + 1] = tokens[size] + Math.max(0, outputTokens);
      seconds[size + 1] = seconds[size] + slotSeconds;
      successes[size + 1] = successes[size] + (failed ? 0 : 1);
      failures[size + 1] = failures[size] + (failed ? 1 : 0);
      size++;
    }
  }

  /** Stretches of consecutive requests that a resample draws. */
  public int blocks(int slots) {
    return runs.stream().mapToInt(r -> r.size / Blocks.length(r.size, slots)).sum();
  }

  /** Tokens a slot second, successes a slot second, and failures a request. */
  public double[] values() {
    Sums sums = new Sums();
    for (int i = 0; i < runs.size(); i++) {
      sums.take(i, 0, runs.get(i).size);
    }
    return sums.values();
  }

  /** The same of resamples: for each of the three one value a resample. */
  public double[][] replicates(int slots, Draws draws) {
    int[] sizes = runs.stream().mapToInt(r -> r.size).toArray();
    Blocks blocks = new Blocks(sizes, slots, draws.resampleRuns(), draws.seed());
    double[][] replicates = new double[3][draws.resamples()];
    for (int r = 0; r < draws.resamples(); r++) {
      Sums sums = new Sums();
      blocks.draw(sums);
      double[] values = sums.values();
      for (int i = 0; i < values.length; i++) {
        replicates[i][r] = values[i];
      }
    }
    return replicates;
  }

  private final class Sums implements Blocks.Sink {
    private double tokens;
    private double seconds;
    private long successes;
    private long failures;

    @Override
    public void take(int run, int from, int to) {
      Run of = runs.get(run);
      tokens += of.tokens[to] - of.tokens[from];
      seconds += of.seconds[to] - of.seconds[from];
      successes += of.successes[to] - of.successes[from];
      failures += of.failures[to] - of.failures[from];
    }

    double[] values() {
      return new double[] {
        tokens / seconds, successes / seconds, (double) failures / (successes + failures)
      };
    }
  }
}
