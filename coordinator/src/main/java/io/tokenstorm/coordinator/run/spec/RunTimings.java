package io.tokenstorm.coordinator.run.spec;

import java.time.Duration;

/**
 * Limits of a run. Every wait of a run is bounded by one of these and the plan's own timeouts.
 *
 * @param directiveEvery between two directives to a worker
 * @param lease how long a directive lets a worker send
 * @param renewal a lease is renewed for this long after the worker's last answer
 * @param lapseCut how long after its lease a worker cuts what still runs; the worker's own rule
 * @param opening from the decision to open a window to its opening
 * @param workers how long enough workers are waited for
 * @param probing how long the target may take to answer a probe
 * @param arming how long workers may take to make ready
 * @param drainMargin granted beyond the requests' own timeouts
 * @param forcedDrain how long requests may run on after a loss that ends the run
 * @param handInSilence a worker that hands in nothing for this long is given up
 * @param salvage how long a lost worker's records are tried for once it must be quiet
 */
public record RunTimings(
    Duration directiveEvery,
    Duration lease,
    Duration renewal,
    Duration lapseCut,
    Duration opening,
    Duration workers,
    Duration probing,
    Duration arming,
    Duration drainMargin,
    Duration forcedDrain,
    Duration handInSilence,
    Duration salvage) {
  public static final RunTimings DEFAULT =
      new RunTimings(
          Duration.ofMillis(330),
          Duration.ofMillis(2500),
          Duration.ofMillis(1500),
          Duration.ofSeconds(5),
          Duration.ofMillis(700),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(30),
          Duration.ofSeconds(3));

  /** After so long a worker that hears nothing any more has cut what ran. */
  public Duration quietAfter() {
    return lease.plus(lapseCut).plus(directiveEvery);
  }

  /**
   * The most that is waited from the loss of a worker on that is back and says what it holds, but
   * hands in nothing.
   */
  public Duration salvageOfReturned() {
    return lease.plus(lapseCut).plus(salvage);
  }

  /** The same with another limit on waiting for workers. */
  public RunTimings waitingForWorkers(Duration limit) {
    return new RunTimings(
        directiveEvery,
        lease,
        renewal,
        lapseCut,
        opening,
        limit,
        probing,
        arming,
        drainMargin,
        forcedDrain,
        handInSilence,
        salvage);
  }
}
