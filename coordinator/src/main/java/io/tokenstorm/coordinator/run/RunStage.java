package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.Orders;
import io.tokenstorm.coordinator.run.state.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * Where a run stands. Each stage looks at the facts and says what comes next; it is asked after
 * every input, and none of its waits is without a deadline.
 */
interface RunStage {
  /** This stage, or the one that follows now. */
  RunStage advance(RunContext run, long nowNanos);

  /** What the members of the epoch are to do meanwhile. */
  Orders orders();

  /** The epoch that the orders are for; null before the first arming. */
  @Nullable Epoch epoch();

  /** What is waited for, naming who; empty if nothing is. */
  String waitingFor(RunContext run, long nowNanos);
}
