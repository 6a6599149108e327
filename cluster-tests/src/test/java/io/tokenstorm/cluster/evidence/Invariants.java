package io.tokenstorm.cluster.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * The checks over a run's recorded history, by the names of docs/faults.md. What each of them says
 * is decided by pure classes of this package; here it becomes an assertion.
 */
public final class Invariants {
  private final Evidence run;

  private Invariants(Evidence run) {
    this.run = run;
  }

  public static Invariants of(Evidence run) {
    return new Invariants(run);
  }

  /** What holds of any run that has a verdict, whatever went wrong. */
  public Invariants always() {
    return conservation().ownership().windows();
  }

  public Invariants conservation() {
    return hold("conservation", Conservation.violations(run));
  }

  public Invariants ownership() {
    return hold("ownership", Ownership.violations(run));
  }

  public Invariants windows() {
    return hold("windows", Windows.violations(run));
  }

  /**
   * A worker that heard nothing any more from an instant on sent nothing once its lease had lapsed.
   *
   * @param lastEpoch the arming that it had slots in
   * @param unheardNanos the instant, on this machine's monotonic clock
   */
  public Invariants fence(String worker, int lastEpoch, long unheardNanos) {
    return hold(
        "fence", Fence.violations(run, worker, lastEpoch, unheardNanos + Fence.LEASE.toNanos()));
  }

  /** The same of a worker that stood still from an instant on until its lease had lapsed. */
  public Invariants fenceOfFrozen(String worker, int lastEpoch, long frozenNanos) {
    return hold("fence", Fence.violations(run, worker, lastEpoch, frozenNanos));
  }

  /** A verdict within 15 seconds of an instant on this machine's monotonic clock. */
  public Invariants termination(long faultNanos) {
    return hold("termination", Termination.violations(run, faultNanos));
  }

  /** From an instant to the verdict, which there must be. */
  public double secondsToVerdict(long faultNanos) {
    return (Termination.endedNanos(run).orElseThrow() - faultNanos) / 1e9;
  }

  private Invariants hold(String invariant, List<String> violations) {
    assertThat(violations).as("%s of %s%s", invariant, run.run(), run.story()).isEmpty();
    return this;
  }
}
