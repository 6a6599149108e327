package io.tokenstorm.worker.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.worker.lease.Gate;
import io.tokenstorm.worker.load.EngineStatus;
import io.tokenstorm.worker.load.SendDecision.Send;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Directives that get lost, repeated and reordered on their way. */
class FollowerPropertyTest {
  private static final EngineStatus READY = new EngineStatus(true, 0, 0, "");

  @Property(tries = 300)
  void onDirective_lostRepeatedReordered_theNewestCountsAndOldGatesStayShut(@ForAll long seed) {
    Random random = new Random(seed);
    List<Directive> sent = history(random);
    Follower follower = new Follower("w", 1, new MemoryBooks(), (run, hash) -> true);
    List<Gate> gates = new ArrayList<>();
    Directive newest = null;
    long ignored = 0;
    for (int step = 0; step < 120; step++) {
      Directive directive = sent.get(random.nextInt(sent.size()));
      follower.onDirective(directive);
      if (newest == null || order(directive) >= order(newest)) {
        newest = directive;
      } else {
        ignored++;
      }
      if (follower.gate() != null && !gates.contains(follower.gate())) {
        gates.add(follower.gate());
      }
      WorkerStatus status = follower.status(0, READY, HealthSample.NONE);
      assertThat(status.epoch()).isEqualTo(newest.epoch());
      assertThat(status.directiveSequence()).isEqualTo(newest.sequence());
      assertThat(status.stage()).isEqualTo(newest.stage());
      assertThat(status.ignoredDirectives()).isEqualTo(ignored);
      mayOnlySendByTheNewest(gates, follower.gate(), newest);
    }
  }

  private static void mayOnlySendByTheNewest(List<Gate> gates, Gate current, Directive newest) {
    long now = 500;
    for (Gate gate : gates) {
      boolean sends = gate.ask(0, now) instanceof Send;
      boolean allowed =
          gate == current && newest.stage() == Stage.MEASURE && now < newest.leaseUntilNanos();
      assertThat(sends).isEqualTo(allowed);
    }
  }

  /** What a coordinator sent: epochs rise, sequences rise within each. */
  private static List<Directive> history(Random random) {
    List<Stage> stages = List.of(Stage.values());
    List<Directive> sent = new ArrayList<>();
    for (int epoch = 1; epoch <= 4; epoch++) {
      for (int sequence = 1; sequence <= 6; sequence++) {
        Stage stage = stages.get(Math.min(5, sequence - 1 + random.nextInt(2)));
        sent.add(
            new Directives()
                .measure(stage == Stage.MEASURE ? new SendWindow(0, 900, 0) : SendWindow.NONE)
                .lease(random.nextInt(1_000))
                .at(epoch, sequence, stage));
      }
    }
    return sent;
  }

  private static long order(Directive directive) {
    return directive.epoch() * 100L + directive.sequence();
  }
}
