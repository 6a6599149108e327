package io.tokenstorm.protocol.wire;

import io.tokenstorm.protocol.health.LagSpread;

/**
 * How the worker itself fared in its last full second. What cannot be read on this host is −1.
 *
 * @param second rises by one with each sample of an incarnation, from 1; 0: none yet
 * @param lag how late the event loops ran what was due
 * @param lagMaxNanos the longest such lag
 * @param turnaround the client's own delay before sends
 * @param reads what the event loops read
 * @param pauses of the whole JVM
 * @param machine CPU and network of the machine
 * @param controlLagMaxNanos how late the dispatcher of the heartbeats ran its own timer, longest
 * @param promptsStarved sends that had to wait for a prompt
 * @param warning what of the host's limits comes near, for a person; empty if nothing
 */
public record HealthSample(
    long second,
    LagSpread lag,
    long lagMaxNanos,
    Turnaround turnaround,
    Reads reads,
    Pauses pauses,
    Machine machine,
    long controlLagMaxNanos,
    long promptsStarved,
    String warning) {
  public static final HealthSample NONE =
      new HealthSample(
          0,
          LagSpread.NONE,
          0,
          Turnaround.NONE,
          Reads.NONE,
          Pauses.UNKNOWN,
          Machine.UNKNOWN,
          0,
          0,
          "");

  /**
   * sent − intended of the requests that ended in the second.
   *
   * @param count how many; 0: the others are 0 too
   */
  public record Turnaround(long count, long p50Nanos, long p99Nanos, long maxNanos) {
    public static final Turnaround NONE = new Turnaround(0, 0, 0, 0);
  }

  /**
   * What the event loops of the worker did, all together.
   *
   * @param reads reads of sockets that gave bytes
   * @param fullReads of these, reads that filled the buffer: bytes were left unread in the socket
   * @param events output-bearing events that arrived; −1: not known
   * @param busiestLoopShare share of the second in which the busiest loop was not waiting, 0–1
   */
  public record Reads(long reads, long fullReads, long events, double busiestLoopShare) {
    public static final Reads NONE = new Reads(0, 0, -1, 0);
  }

  /**
   * Pauses in which no thread of the JVM ran. The longest ones are known a second or two late.
   *
   * @param gcNanos total of garbage collection pauses, to the millisecond
   * @param gcMaxNanos the longest of them
   * @param safepointNanos total of all safepoints, those of garbage collections included
   * @param safepointMaxNanos the longest of them
   */
  public record Pauses(long gcNanos, long gcMaxNanos, long safepointNanos, long safepointMaxNanos) {
    public static final Pauses UNKNOWN = new Pauses(0, -1, -1, -1);
  }

  /**
   * The machine's CPU and network.
   *
   * @param processCores CPU that the process used, in cores
   * @param cores that it may use
   * @param otherCores CPU that other processes of the machine used, in cores
   * @param stealShare share of the machine's CPU time that the hypervisor took, 0–1
   * @param tcpRetransmits TCP segments sent again by the whole host, whoever sent them
   */
  public record Machine(
      double processCores, int cores, double otherCores, double stealShare, long tcpRetransmits) {
    public static final Machine UNKNOWN = new Machine(0, 0, -1, -1, -1);
  }
}
