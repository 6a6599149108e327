package io.tokenstorm.protocol.metric;

import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;

/**
 * The figures of one request, in nanoseconds, by the formulas of {@code docs/metrics.md}. What is
 * undefined is {@link Double#NaN}, never 0. The formulas do not look at the outcome: only records
 * that succeeded may enter a statistic.
 */
public enum RequestMetric {
  /** firstToken − sent. */
  TTFT {
    @Override
    public double nanosOf(RequestRecord record) {
      return optional(record.instants().firstTokenNanos());
    }
  },
  /** First output-bearing event that is not reasoning − sent. */
  TTFO {
    @Override
    public double nanosOf(RequestRecord record) {
      return optional(record.instants().firstAnswerNanos());
    }
  },
  /** lastToken − sent. */
  E2E {
    @Override
    public double nanosOf(RequestRecord record) {
      return optional(record.instants().lastTokenNanos());
    }
  },
  /** (lastToken − firstToken) / (n − 1), n = output tokens; needs n ≥ 2 and two events. */
  TPOT {
    @Override
    public double nanosOf(RequestRecord record) {
      Instants t = record.instants();
      int n = record.tokens().output();
      if (n < 2 || record.tokens().events() < 2) {
        return Double.NaN;
      }
      return (double) (t.lastTokenNanos() - t.firstTokenNanos()) / (n - 1);
    }
  },
  /** end − lastToken; only of a request that succeeded. */
  TAIL {
    @Override
    public double nanosOf(RequestRecord record) {
      Instants t = record.instants();
      return record.succeeded() && t.lastTokenNanos() != Instants.NONE
          ? t.endNanos() - t.lastTokenNanos()
          : Double.NaN;
    }
  },
  /** sent − intended: the client's own delay. */
  TURNAROUND {
    @Override
    public double nanosOf(RequestRecord record) {
      return record.instants().turnaroundNanos();
    }
  },
  /** lastToken − intended. */
  RESPONSE_LATENCY {
    @Override
    public double nanosOf(RequestRecord record) {
      Instants t = record.instants();
      return t.lastTokenNanos() == Instants.NONE
          ? Double.NaN
          : t.lastTokenNanos() + t.turnaroundNanos();
    }
  };

  /** The figure in nanoseconds, {@link Double#NaN} where it is undefined. */
  public abstract double nanosOf(RequestRecord record);

  private static double optional(long nanos) {
    return nanos == Instants.NONE ? Double.NaN : nanos;
  }
}
