package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.Orders;
import org.jspecify.annotations.Nullable;

/** What all stages before an arming have in common: nobody has anything to do. */
abstract class Between implements RunStage {
  private final @Nullable Epoch last;

  /**
   * @param last the epoch before; null if there was none
   */
  Between(@Nullable Epoch last) {
    this.last = last;
  }

  @Override
  public Orders orders() {
    return last == null ? Orders.IDLE : Orders.SETTLED;
  }

  @Override
  public @Nullable Epoch epoch() {
    return last;
  }
}
