package io.tokenstorm.coordinator.report.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tokenstorm.coordinator.stats.Figure;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one phase; times in seconds. Formulas: {@code docs/metrics.md}. The parts are for
 * the reader of the code only: in {@code report.json} their keys stand side by side.
 */
public record PhaseReport(
    @JsonUnwrapped Measured measured,
    @JsonUnwrapped Load load,
    @JsonUnwrapped Latency latency,
    @JsonUnwrapped Delivered delivered,
    @JsonUnwrapped Split split,
    @JsonUnwrapped Proof proof,
    @JsonUnwrapped Engines engines) {

  /** A phase whose replicas were not asked for their own metrics. */
  public PhaseReport(
      Measured measured,
      Load load,
      Latency latency,
      Delivered delivered,
      Split split,
      Proof proof) {
    this(measured, load, latency, delivered, split, proof, new Engines(Map.of()));
  }

  /** The same with what the replicas told of themselves. */
  public PhaseReport with(Engines told) {
    return new PhaseReport(measured, load, latency, delivered, split, proof, told);
  }

  /** The same with when the coordinator stood still. */
  public PhaseReport with(List<Stall> stalls) {
    return new PhaseReport(measured, load, latency, delivered, split, proof.with(stalls), engines);
  }

  /** Rates are over the time from the window's opening to the end of the last measured request. */
  public static final String DRAINED = "window_opening_to_last_end";

  /** Rates are over the window, of what arrived in it. */
  public static final String WINDOW = "window";

  /**
   * The keys that reports of serving measurements share.
   *
   * @param requests measured: success + errors + cut + lost (at least)
   * @param elapsed what the rates are divided by; {@code null} if nothing was measured
   */
  public record Measured(
      String phase,
      String route,
      String workload,
      int concurrency,
      long requests,
      long success,
      long errors,
      @Nullable Double elapsed,
      @Nullable Double outputTokensPerSecond,
      @Nullable Double requestRate,
      Figure ttft,
      Figure tpot,
      Figure e2e,
      Figure inputTokens,
      Figure outputTokens,
      double startOffsetSeconds,
      double endOffsetSeconds) {}

  /**
   * What was put on the target.
   *
   * @param throughputBasis {@value #DRAINED} or {@value #WINDOW}
   * @param windowClosedBy why the measured window closed
   * @param turnaroundShare the part of the slots' time that the client itself took between answers
   */
  public record Load(
      long cut,
      long lost,
      String throughputBasis,
      WindowReport window,
      String windowClosedBy,
      @Nullable Double turnaroundShare,
      List<FiredEvent> events) {}

  /** Further figures of successful requests. */
  public record Latency(
      Figure itl,
      Figure ttfo,
      Figure tail,
      Figure turnaround,
      Figure responseLatency,
      @Nullable SlowStarts slowStarts) {}

  /**
   * What the target delivered, over successful requests.
   *
   * @param tokensPerChunk output tokens / output-bearing events over the answers whose tokens are
   *     not counted by events
   */
  public record Delivered(
      Lengths lengths,
      @Nullable Double tokensPerChunk,
      TokenSources tokenSources,
      long zeroTokenAnswers,
      Map<String, Long> finishReasons) {}

  /** The measured requests, split. */
  public record Split(
      Map<String, ErrorReport> errorsByKind,
      Map<String, GroupReport> byReplica,
      Map<String, GroupReport> byWorker,
      Connections connections) {}

  /**
   * Why the figures can be believed, or not.
   *
   * @param client the verdict on the clients
   * @param clientHealth their figures, by worker
   * @param coordinatorStalls when the coordinator itself stood still, from the window's opening to
   *     the last measured request's end
   */
  public record Proof(
      Map<String, Conservation> conservation,
      ClockReport clock,
      ClientReport client,
      Map<String, Map<String, Double>> clientHealth,
      int epoch,
      List<Restart> restarts,
      List<Stall> coordinatorStalls) {
    /** Reports of earlier versions say nothing of the coordinator's stalls. */
    public Proof {
      coordinatorStalls = Objects.requireNonNullElse(coordinatorStalls, List.of());
    }

    private Proof with(List<Stall> stalls) {
      return new Proof(conservation, clock, client, clientHealth, epoch, restarts, stalls);
    }
  }

  /**
   * The coordinator heard nothing, did nothing and asked nobody.
   *
   * @param offsetSeconds its begin, after the window's opening; negative if that was before
   * @param besideWorkers whether workers ran on the coordinator's machine: then it may be the
   *     machine that stood still, and they with it
   */
  public record Stall(double offsetSeconds, double seconds, boolean besideWorkers) {
    double endSeconds() {
      return offsetSeconds + seconds;
    }

    /** Whether any of it lies between two instants, seconds after the window's opening. */
    public boolean touches(double fromSeconds, double toSeconds) {
      return endSeconds() >= fromSeconds && offsetSeconds <= toSeconds;
    }
  }

  /**
   * The other side's own account.
   *
   * @param replicaMetrics what each replica told of itself, by its name in the plan; empty if they
   *     were not asked
   */
  public record Engines(Map<String, EngineReport> replicaMetrics) {
    /** Reports of earlier versions say nothing of it. */
    public Engines {
      replicaMetrics = Objects.requireNonNullElse(replicaMetrics, Map.of());
    }
  }

  /**
   * What arrived inside the measured window alone.
   *
   * @param outputTokensPerSecond from the arrivals of tokens; an event counts n/m tokens of its
   *     request
   * @param meanConcurrency time-weighted mean of requests in flight
   */
  public record WindowReport(
      double seconds,
      @Nullable Double outputTokensPerSecond,
      @Nullable Double requestRate,
      int askedConcurrency,
      @Nullable Double meanConcurrency) {}

  /** Over how many successful answers each source counted. */
  public record TokenSources(Map<String, Long> output, Map<String, Long> input) {}

  /**
   * Successful requests whose first token took more than 20 × the median TTFT.
   *
   * @param limitSeconds 20 × the median
   * @param firstSentOffsetSeconds after the window's opening
   * @param lastSentOffsetSeconds after the window's opening
   * @param lastTokenOffsetSeconds when the last of them had its first token, after the opening
   */
  public record SlowStarts(
      double limitSeconds,
      long count,
      double firstSentOffsetSeconds,
      double lastSentOffsetSeconds,
      double lastTokenOffsetSeconds) {}

  /** New connections of measured requests, and how long connecting took. */
  public record Connections(long opened, Figure connect) {}

  /**
   * One kind of error.
   *
   * @param fault whose it usually is
   * @param byStatus requests by HTTP status, where an answer had one
   * @param firstOffsetSeconds when the first failed, after the window's opening
   * @param example what was seen
   */
  public record ErrorReport(
      long count,
      String fault,
      Map<String, Long> byStatus,
      double firstOffsetSeconds,
      double lastOffsetSeconds,
      String example) {}

  /** The part of the measured requests that one replica answered, or one worker sent. */
  public record GroupReport(
      long requests,
      long success,
      long errors,
      long cut,
      long outputTokens,
      Figure ttft,
      Figure tpot,
      Figure e2e) {}

  /**
   * An event of the plan.
   *
   * @param scheduledOffsetSeconds after the window's opening
   * @param httpStatus 0 if no answer came
   * @param error empty if none
   */
  public record FiredEvent(
      String label,
      double scheduledOffsetSeconds,
      double firedOffsetSeconds,
      int httpStatus,
      String error) {}

  /** An earlier arming of the phase that was given up. */
  public record Restart(int epoch, String why) {}
}
