package io.tokenstorm.coordinator.calibration;

import io.tokenstorm.coordinator.health.ClientVerdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ladder of rates that one host's client climbed against a simulated replica on the same host.
 *
 * @param tokenstorm version of the software
 * @param at when
 * @param host name of the machine
 * @param cores that the process might use, the replica's included
 * @param jvm version of the Java runtime
 * @param loops event loops of the client
 * @param quick whether the ladder was short
 * @param streams open at once
 * @param cleanTokensPerSecond the highest rate up to which every step was clean; {@code null} if
 *     not even the first was
 * @param ceilingTokensPerSecond the highest rate that the client was shown to be the limit of;
 *     {@code null}: unknown, as the replica or the cores they share were the limit before
 * @param replicaCeilingTokensPerSecond what came where the replica, with its share of the cores,
 *     fell behind while the client had time left; {@code null}: it never did
 * @param highestTokensPerSecond the highest rate seen at all
 * @param steps from the slowest to the fastest
 */
public record Calibration(
    String tokenstorm,
    Instant at,
    String host,
    int cores,
    String jvm,
    int loops,
    boolean quick,
    int streams,
    @Nullable Double cleanTokensPerSecond,
    @Nullable Double ceilingTokensPerSecond,
    @Nullable Double replicaCeilingTokensPerSecond,
    double highestTokensPerSecond,
    List<Step> steps) {
  /** A client that works longer than this share of the time is the limit. */
  private static final double AT_WORK = 0.90;

  /** Less than this part of the asked rate is not the asked rate. */
  private static final double DELIVERED = 0.95;

  /**
   * One rate. Errors are against the replica's truth log, seconds; {@code null} if nothing came.
   *
   * @param askedTokensPerSecond what the replica was to send
   * @param tokensPerSecond what arrived
   * @param verdict on the client at this rate; {@code unknown} where the replica was the limit
   * @param reasons of it
   * @param replicaLateP99 how late the replica was against its own schedule
   * @param lagP50 of the client's event loops
   * @param loopShare share of the time in which the busiest event loop was at work
   * @param processCores used by client and replica together
   */
  public record Step(
      double askedTokensPerSecond,
      double tokensPerSecond,
      ClientVerdict verdict,
      List<String> reasons,
      @Nullable Double ttftErrorP50,
      @Nullable Double ttftErrorP99,
      @Nullable Double gapErrorP50,
      @Nullable Double gapErrorP99,
      @Nullable Double gapErrorSigma,
      @Nullable Double replicaLateP99,
      @Nullable Double lagP50,
      @Nullable Double lagP99,
      double loopShare,
      double processCores) {

    /** Whether the replica sent as fast as it was asked to. */
    public boolean isDelivered() {
      return tokensPerSecond >= DELIVERED * askedTokensPerSecond;
    }

    /** Whether the client, and nothing else, kept the rate down. */
    public boolean isClientsLimit() {
      return !isDelivered() && loopShare >= AT_WORK;
    }
  }

  /** The rates that some steps show. */
  public static Calibration of(Calibration frame, List<Step> steps) {
    Double clean = null;
    Double ceiling = null;
    Double replica = null;
    double highest = 0;
    boolean allClean = true;
    for (Step step : steps) {
      allClean &= step.verdict() == ClientVerdict.CLEAN;
      clean = allClean ? Double.valueOf(step.tokensPerSecond()) : clean;
      highest = Math.max(highest, step.tokensPerSecond());
      if (step.isClientsLimit()) {
        ceiling = Math.max(ceiling == null ? 0 : ceiling, step.tokensPerSecond());
      } else if (!step.isDelivered()) {
        replica = Math.max(replica == null ? 0 : replica, step.tokensPerSecond());
      }
    }
    return new Calibration(
        frame.tokenstorm(),
        frame.at(),
        frame.host(),
        frame.cores(),
        frame.jvm(),
        frame.loops(),
        frame.quick(),
        frame.streams(),
        clean,
        ceiling,
        replica,
        highest,
        List.copyOf(steps));
  }
}
