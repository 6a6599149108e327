package io.tokenstorm.coordinator.run.spec;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.ledger.Merged;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.ledger.Window;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an earlier coordinator left: to the run that is taken up again, or, where that is another
 * run, only the time until which requests of its workers may still run.
 *
 * @param quietAtNanos nothing opens before; {@link Long#MIN_VALUE} if there was no earlier one
 * @param phase index of the phase to go on with; one past the last if all are settled
 * @param lastEpoch the highest that was armed, 0 if none was
 * @param lastBegun the highest whose arming was begun: workers may have heard of it
 * @param armings those of which not every request is accounted for
 * @param stored what of each spool is in the log
 * @param logBytes position of the record log's end
 * @param lengthFactors words per token by workload, as they were found
 * @param reason how the run stands by its settled phases
 * @param over whether that ends it
 * @param collectUntilNanos until then the records of before are waited for
 * @param collectOnly whether nothing is to be sent any more
 */
public record Legacy(
    long quietAtNanos,
    int phase,
    int lastEpoch,
    int lastBegun,
    List<Arming> armings,
    Map<SpoolId, Stored> stored,
    long logBytes,
    Map<String, Double> lengthFactors,
    EndReason reason,
    boolean over,
    long collectUntilNanos,
    boolean collectOnly) {
  /** Nothing was before. */
  public static final Legacy NONE = quietAt(Long.MIN_VALUE);

  /**
   * One arming.
   *
   * @param weights of all members, in order
   * @param members as they were frozen
   * @param stated what was stated of its requests; empty: nothing yet
   * @param givenUp whether another arming of the phase took its place
   */
  public record Arming(
      int epoch,
      int phase,
      double lengthFactor,
      List<Integer> weights,
      List<Member> members,
      @Nullable Opening warmup,
      @Nullable Opening measure,
      List<RunEvent.Tally> stated,
      boolean givenUp) {}

  /** One worker's part in it. */
  public record Member(WorkerHello hello, SlotRange slots) {}

  /**
   * A window that was opened.
   *
   * @param atNanos coordinator's ticker
   * @param clocks of the members, as they stood then
   */
  public record Opening(long atNanos, Map<String, ClockEstimate> clocks) {}

  /**
   * What of one spool is in the log.
   *
   * @param endSeq one past the last record
   * @param merged by window
   */
  public record Stored(long endSeq, Map<Window, Merged> merged) {}

  /** Another run went before at this address: nothing opens until its workers must be quiet. */
  public static Legacy quietAt(long nanos) {
    return new Legacy(
        nanos,
        0,
        0,
        0,
        List.of(),
        Map.of(),
        0,
        Map.of(),
        EndReason.NONE,
        false,
        Long.MIN_VALUE,
        false);
  }

  /** Whether a run is taken up again. */
  public boolean resumes() {
    return collectUntilNanos != Long.MIN_VALUE;
  }
}
