package io.tokenstorm.coordinator.fleet;

import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;

/** The directive to a worker that has no part: no slots, no window, a lease that has lapsed. */
public final class IdleOrders {
  private static final long LAPSED_NANOS = 1_000_000;

  private IdleOrders() {}

  /**
   * The next directive to a worker.
   *
   * @param run the run that is on; empty if none is
   * @param epoch the current one
   */
  public static Directive directive(FleetMember member, String run, int epoch, long nowNanos) {
    return new Directive(
        member.nextDirective(),
        run,
        epoch,
        0,
        Stage.IDLE,
        "",
        0,
        List.of(1),
        0,
        1.0,
        PromptRecipe.NONE,
        false,
        SendWindow.NONE,
        SendWindow.NONE,
        Long.MAX_VALUE,
        member.clock(nowNanos).map(c -> c.toWorker(nowNanos - LAPSED_NANOS)).orElse(0L));
  }
}
