package io.tokenstorm.protocol.wire;

/**
 * How the worker itself fared in its last full second.
 *
 * @param loopLagP99Nanos how late the event loops ran what was due, 99th percentile
 * @param loopLagMaxNanos the same, longest
 * @param turnaroundP99Nanos sent − intended, 99th percentile
 * @param gcPauseNanos total of garbage collection pauses
 * @param processCores CPU used by the process, in cores
 * @param stealShare share of the machine's CPU time that the hypervisor took, 0–1; −1 unknown
 * @param promptsStarved sends that had to wait for a prompt
 */
public record HealthSample(
    long loopLagP99Nanos,
    long loopLagMaxNanos,
    long turnaroundP99Nanos,
    long gcPauseNanos,
    double processCores,
    double stealShare,
    long promptsStarved) {
  public static final HealthSample NONE = new HealthSample(0, 0, 0, 0, 0, -1, 0);
}
