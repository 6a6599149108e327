package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.Directive;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The slots that the workers really made ready for: disjoint, in sum no more than asked, each share
 * within one of its exact part; and those the coordinator announces: in sum exactly what is asked.
 */
final class SplitCheck implements Witness {
  private final Violations violations;
  private final Map<Arming, List<SlotRange>> prepared = new HashMap<>();
  private final Map<Arming, Directive> orders = new HashMap<>();
  private final Map<Member, Integer> indices = new HashMap<>();

  private record Arming(String run, int epoch) {}

  private record Member(Holder worker, Arming arming) {}

  SplitCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void directed(Holder to, Directive directive, long ticker) {
    if (directive.concurrency() > 0) {
      Arming arming = new Arming(directive.run(), directive.epoch());
      orders.putIfAbsent(arming, directive);
      indices.putIfAbsent(new Member(to, arming), directive.index());
    }
  }

  @Override
  public void prepares(Holder worker, String run, int epoch, SlotRange slots) {
    Arming arming = new Arming(run, epoch);
    prepared.computeIfAbsent(arming, a -> new ArrayList<>()).add(slots);
    Directive order = orders.get(arming);
    long sum = order.weights().stream().mapToLong(Integer::longValue).sum();
    int weight = order.weights().get(indices.get(new Member(worker, arming)));
    long scaled = (long) order.concurrency() * weight;
    boolean fair = slots.count() >= scaled / sum && slots.count() <= (scaled + sum - 1) / sum;
    if (!fair) {
      violations.add(
          Invariant.SPLIT_LAW,
          "%s has %s of %d slots by weight %d of %d"
              .formatted(worker, slots, order.concurrency(), weight, sum));
    }
  }

  @Override
  public void noted(String run, RunEvent event) {
    if (event instanceof RunEvent.PhaseArmed armed) {
      int next = 0;
      for (RunEvent.Share share : armed.shares()) {
        if (share.firstSlot() != next) {
          violations.add(Invariant.SPLIT_LAW, "shares leave a gap: %s".formatted(armed.shares()));
        }
        next = share.firstSlot() + share.slots();
      }
      if (next != armed.concurrency()) {
        violations.add(
            Invariant.SPLIT_LAW,
            "shares %s of %d slots".formatted(armed.shares(), armed.concurrency()));
      }
    }
  }

  @Override
  public void over() {
    prepared.forEach(
        (arming, ranges) -> {
          ranges.sort(Comparator.comparingInt(SlotRange::first));
          int end = 0;
          for (SlotRange range : ranges) {
            if (range.first() < end || range.end() > orders.get(arming).concurrency()) {
              violations.add(
                  Invariant.SPLIT_LAW,
                  "%s of %d slots are %s"
                      .formatted(arming, orders.get(arming).concurrency(), ranges));
            }
            end = range.end();
          }
        });
  }
}
