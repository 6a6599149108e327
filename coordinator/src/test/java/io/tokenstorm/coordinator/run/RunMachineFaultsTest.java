package io.tokenstorm.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.simulation.Faults;
import io.tokenstorm.coordinator.simulation.Invariants;
import io.tokenstorm.coordinator.simulation.Plans;
import io.tokenstorm.coordinator.simulation.Plans.Shape;
import io.tokenstorm.coordinator.simulation.SimWorker;
import io.tokenstorm.coordinator.simulation.VirtualCluster;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss.Policy;
import io.tokenstorm.protocol.plan.Warmup;
import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Whole runs under random faults: whatever happens, the invariants hold and the run ends. */
class RunMachineFaultsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long LIMIT = 7_200 * SECOND;

  private static Shape shape(Random random) {
    Warmup[] warmups = {
      Warmup.NONE,
      new Warmup(2, Duration.ZERO, true),
      new Warmup(0, Duration.ofSeconds(3), true),
      new Warmup(1, Duration.ofSeconds(2), false)
    };
    Measure[] measures = {
      new Measure(Duration.ofSeconds(3), 0),
      new Measure(Duration.ZERO, 40),
      new Measure(Duration.ofSeconds(2), 30)
    };
    return Shape.SMALL
        .phases(1 + random.nextInt(2))
        .concurrency(1 + random.nextInt(9))
        .warmup(warmups[random.nextInt(warmups.length)])
        .measure(measures[random.nextInt(measures.length)])
        .total(Duration.ofSeconds(2 + random.nextInt(10)))
        .onLoss(
            random.nextBoolean() ? Policy.FAIL : Policy.DEGRADE,
            Duration.ofSeconds(5 + random.nextInt(20)));
  }

  @Property(tries = 150)
  void run_onABadNetwork_isValidAllTheSame(@ForAll @LongRange(min = 0) long seed) {
    Random random = new Random(seed);
    Shape shape = shape(random);
    int workers = 1 + random.nextInt(4);
    VirtualCluster cluster =
        new VirtualCluster(seed, Plans.spec(shape, workers))
            .with(new Faults(0.15, 0.15, 80_000_000L));
    for (int i = 0; i < workers; i++) {
      cluster.worker("w" + i);
    }

    cluster.run(LIMIT);

    Invariants.hold(cluster, shape.concurrency());
    assertThat(cluster.end().verdict()).as(cluster.end().text()).isEqualTo(Verdict.VALID);
    assertThat(cluster.log()).hasSameSizeAs(cluster.replicas().seen());
  }

  @Property(tries = 250)
  void run_withLostWorkers_endsWithEveryRequestAccountedFor(@ForAll @LongRange(min = 0) long seed) {
    Random random = new Random(seed);
    Shape shape = shape(random);
    int workers = 2 + random.nextInt(3);
    VirtualCluster cluster =
        new VirtualCluster(seed, Plans.spec(shape, workers))
            .with(new Faults(0.05, 0.05, 30_000_000L));
    if (random.nextBoolean()) {
      cluster.spoolsElsewhere();
    }
    for (int i = 0; i < workers; i++) {
      cluster.worker("w" + i);
    }
    for (int i = 0; i < 1 + random.nextInt(2); i++) {
      harm(cluster, random, workers);
    }

    cluster.run(LIMIT);

    Invariants.hold(cluster, shape.concurrency());
    boolean lostSome =
        cluster.events(RunEvent.PhaseSettled.class).stream()
            .flatMap(s -> s.tallies().stream())
            .anyMatch(t -> t.lostAtLeast() > 0 && t.stage().label().equals("measure"));
    if (lostSome) {
      assertThat(cluster.end().verdict()).isNotEqualTo(Verdict.VALID);
    }
  }

  private static void harm(VirtualCluster cluster, Random random, int workers) {
    String id = "w" + random.nextInt(workers);
    SimWorker worker = cluster.worker(id);
    long at = random.nextLong(12 * SECOND);
    switch (random.nextInt(4)) {
      case 0 -> cluster.after(at, worker::kill);
      case 1 -> cluster.after(at, () -> worker.pause(random.nextLong(20 * SECOND)));
      case 2 -> {
        cluster.after(at, () -> cluster.cutOff(id, true));
        cluster.after(at + random.nextLong(20 * SECOND), () -> cluster.cutOff(id, false));
      }
      default -> cluster.after(at, () -> cluster.cancel(random.nextBoolean()));
    }
  }
}
