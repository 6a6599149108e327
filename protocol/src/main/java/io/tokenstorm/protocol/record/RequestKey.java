package io.tokenstorm.protocol.record;

/**
 * Which request of a run this is; unique within a run and epoch.
 *
 * @param epoch the arming during which it was sent
 * @param phase index of the phase in the plan, from 0
 * @param stage the window it was sent in
 * @param slot the concurrency slot, cluster-wide, from 0
 * @param ordinal the number of this request within (epoch, phase, slot), from 0; it goes on from
 *     warmup into the measured window so that no prompt repeats
 */
public record RequestKey(int epoch, int phase, LoadStage stage, int slot, int ordinal) {
  /**
   * The id sent as {@code x-request-id}, by which a server's log can be joined: {@code
   * RUN/EPOCH/PHASE/w|m/SLOT/ORDINAL}.
   */
  public String requestId(String run) {
    return run
        + '/'
        + epoch
        + '/'
        + phase
        + '/'
        + (stage == LoadStage.WARMUP ? 'w' : 'm')
        + '/'
        + slot
        + '/'
        + ordinal;
  }
}
