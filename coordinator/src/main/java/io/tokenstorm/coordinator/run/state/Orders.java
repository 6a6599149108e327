package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.protocol.wire.Stage;
import org.jspecify.annotations.Nullable;

/**
 * What all members of an epoch are to do now.
 *
 * @param stage where the phase stands
 * @param warmup the warmup's window; null: not set
 * @param measure the measured window; null: not set
 * @param cutAtNanos when what still runs is cut, coordinator's ticker; {@link Long#MAX_VALUE}:
 *     never
 */
public record Orders(
    Stage stage, @Nullable WindowPlan warmup, @Nullable WindowPlan measure, long cutAtNanos) {
  /** Nothing is asked of anyone. */
  public static final Orders IDLE = new Orders(Stage.IDLE, null, null, Long.MAX_VALUE);

  /** Make ready. */
  public static final Orders ARMED = new Orders(Stage.ARMED, null, null, Long.MAX_VALUE);

  /** Hand in what is left. */
  public static final Orders SETTLED = new Orders(Stage.SETTLED, null, null, Long.MAX_VALUE);

  /** Send nothing any more; what runs may finish until an instant. */
  public static Orders drain(long cutAtNanos) {
    return new Orders(Stage.DRAIN, null, null, cutAtNanos);
  }

  /** Whether anyone may send by these. */
  public boolean open() {
    return warmup != null || measure != null;
  }
}
