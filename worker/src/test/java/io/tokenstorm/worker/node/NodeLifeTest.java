package io.tokenstorm.worker.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.worker.actor.WorkerEnd;
import io.tokenstorm.worker.node.NodeLife.Step;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Every order in which what happens to a node can happen. */
class NodeLifeTest {
  private static final Step NOTHING = new Step.Nothing();
  private static final WorkerEnd LEFT = new WorkerEnd(WorkerEnd.Reason.LEFT, "enough");
  private static final WorkerEnd REFUSED = new WorkerEnd(WorkerEnd.Reason.REFUSED, "another one");
  private static final int RETRIES = 1;

  /** What happens, to the newest incarnation but for the last, which is of the one before. */
  private enum Event {
    BEGUN,
    CANNOT_BEGIN,
    TRY_DUE,
    LEAVE,
    LEAVE_OVERDUE,
    END,
    GONE,
    OLD_ONE_GONE
  }

  /** A node that holds to what its life decides, and notes what must hold at each step. */
  private static final class World {
    private final NodeLife life = new NodeLife(RETRIES);
    private int newest;
    private boolean told;
    private int finished;
    private Step last = NOTHING;

    static World after(List<Event> events) {
      World world = new World();
      events.forEach(world::happens);
      return world;
    }

    void happens(Event event) {
      int before = finished;
      last = stepAfter(event);
      if (last instanceof Step.Finish) {
        finished++;
      }
      assertThat(finished).as("ends").isLessThanOrEqualTo(1);
      if (before > 0) {
        assertThat(last).as("after the end").isEqualTo(NOTHING);
      }
      if (told) {
        assertThat(last).isNotInstanceOfAny(Step.Begin.class, Step.BeginLater.class);
        assertThat(life.isEnding()).isTrue();
      }
    }

    private Step stepAfter(Event event) {
      told |= event == Event.LEAVE || event == Event.END;
      return switch (event) {
        case BEGUN -> begun();
        case CANNOT_BEGIN -> life.cannotBegin("port taken");
        case TRY_DUE -> life.tryDue();
        case LEAVE -> life.toldToLeave(LEFT.detail());
        case LEAVE_OVERDUE -> life.leaveOverdue(newest);
        case END -> life.toldToEnd(REFUSED);
        case GONE -> life.gone(newest);
        case OLD_ONE_GONE -> life.gone(newest - 1);
      };
    }

    private Step begun() {
      life.begun(++newest);
      return NOTHING;
    }

    /** Whatever incarnation there is, it has its time to leave, and goes. */
    void timePasses() {
      happens(Event.LEAVE_OVERDUE);
      happens(Event.GONE);
    }
  }

  @Test
  void life_everyOrderOfSixEvents_toldToLeaveItEndsAndNeverBeginsAnew() {
    int orders = eachOrder(new ArrayList<>(), 6);
    assertThat(orders).isEqualTo(8 * 8 * 8 * 8 * 8 * 8);
  }

  private static int eachOrder(List<Event> events, int more) {
    if (more == 0) {
      endsOnceTold(events);
      return 1;
    }
    int orders = 0;
    for (Event event : Event.values()) {
      events.add(event);
      orders += eachOrder(events, more - 1);
      events.remove(events.size() - 1);
    }
    return orders;
  }

  @Property(tries = 2_000)
  void life_longRandomOrders_toldToLeaveItEndsAndNeverBeginsAnew(
      @ForAll List<@IntRange(max = 7) Integer> drawn) {
    endsOnceTold(drawn.stream().map(n -> Event.values()[n]).toList());
  }

  private static void endsOnceTold(List<Event> events) {
    World world = World.after(events);
    if (world.told && world.finished == 0) {
      // the newest that the life knows of may be older than the newest that was started
      for (int n = world.newest; n >= 0 && world.finished == 0; n--) {
        world.newest = n;
        world.timePasses();
      }
    }
    assertThat(world.finished).as("ends after %s", events).isEqualTo(world.told ? 1 : ended(world));
  }

  /** Without being told it ends only when it cannot begin. */
  private static int ended(World world) {
    return world.life.isEnding() ? 1 : 0;
  }

  @Test
  void toldToLeave_whileTheIncarnationEndsByItself_endsInsteadOfBeginningAnew() {
    World world = World.after(List.of(Event.BEGUN, Event.LEAVE));
    assertThat(world.last).isEqualTo(new Step.Ask("enough"));
    world.happens(Event.GONE); // and never heard that it was asked
    assertThat(world.last).isEqualTo(new Step.Finish(LEFT));
  }

  @Test
  void toldToLeave_betweenTwoTries_endsAtOnceAndTheNextTryIsNone() {
    World world = World.after(List.of(Event.BEGUN, Event.GONE, Event.CANNOT_BEGIN, Event.LEAVE));
    assertThat(world.last).isEqualTo(new Step.Finish(LEFT));
    world.happens(Event.TRY_DUE);
    assertThat(world.last).isEqualTo(NOTHING);
  }

  @Test
  void toldToLeave_incarnationDoesNotGo_isEndedWhenItIsOverdue() {
    World world = World.after(List.of(Event.BEGUN, Event.LEAVE, Event.LEAVE_OVERDUE));
    assertThat(world.last).isEqualTo(new Step.Close());
    world.happens(Event.GONE);
    assertThat(world.last).isEqualTo(new Step.Finish(LEFT));
  }

  @Test
  void toldToEnd_whileItLeaves_endsForThatReason() {
    World world = World.after(List.of(Event.BEGUN, Event.LEAVE, Event.END, Event.GONE));
    assertThat(world.last).isEqualTo(new Step.Finish(REFUSED));
  }

  @Test
  void leaveOverdue_ofAnIncarnationThatWasNotAsked_changesNothing() {
    World world = World.after(List.of(Event.BEGUN, Event.LEAVE_OVERDUE));
    assertThat(world.last).isEqualTo(NOTHING);
    assertThat(world.life.isEnding()).isFalse();
  }

  @Test
  void gone_notTold_beginsAnewAndTriesAgainUntilItGivesUp() {
    World world = World.after(List.of(Event.BEGUN, Event.GONE));
    assertThat(world.last).isEqualTo(new Step.Begin());
    world.happens(Event.CANNOT_BEGIN);
    assertThat(world.last).isEqualTo(new Step.BeginLater());
    world.happens(Event.TRY_DUE);
    assertThat(world.last).isEqualTo(new Step.Begin());
    world.happens(Event.CANNOT_BEGIN);
    assertThat(world.last)
        .isEqualTo(
            new Step.Finish(
                new WorkerEnd(WorkerEnd.Reason.FAILED, "cannot start again: port taken")));
  }

  @Test
  void gone_ofAnEarlierIncarnation_changesNothing() {
    World world =
        World.after(List.of(Event.BEGUN, Event.GONE, Event.BEGUN, Event.OLD_ONE_GONE, Event.GONE));
    assertThat(world.last).isEqualTo(new Step.Begin());
  }
}
