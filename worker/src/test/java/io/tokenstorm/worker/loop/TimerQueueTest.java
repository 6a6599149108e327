package io.tokenstorm.worker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TimerQueueTest {
  private final TimerQueue queue = new TimerQueue();
  private final List<String> fired = new ArrayList<>();

  private LoopTimer timer(String name) {
    return new LoopTimer(queue, () -> fired.add(name));
  }

  private void fireDue(long now) {
    for (LoopTimer due = queue.pollDue(now); due != null; due = queue.pollDue(now)) {
      due.fire();
    }
  }

  @Test
  void timers_fireInTheOrderTheyAreDue() {
    timer("c").set(30);
    timer("a").set(10);
    timer("b").set(20);
    fireDue(20);
    assertThat(fired).containsExactly("a", "b");
    assertThat(queue.nextDueNanos()).isEqualTo(30);
  }

  @Test
  void timer_setAgain_firesOnlyAtItsLastSetting() {
    LoopTimer a = timer("a");
    a.set(10);
    a.set(50);
    fireDue(40);
    assertThat(fired).isEmpty();
    a.set(5);
    fireDue(40);
    fireDue(90);
    assertThat(fired).containsExactly("a");
  }

  @Test
  void timer_cancelled_doesNotFire() {
    LoopTimer a = timer("a");
    a.set(10);
    a.cancel();
    a.cancel();
    fireDue(99);
    assertThat(fired).isEmpty();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void timers_nearTheEndOfTheClocksRange_stillOrder() {
    timer("late").set(Long.MIN_VALUE + 5);
    timer("early").set(Long.MAX_VALUE - 5);
    fireDue(Long.MAX_VALUE);
    assertThat(fired).containsExactly("early");
    fireDue(Long.MIN_VALUE + 5);
    assertThat(fired).containsExactly("early", "late");
  }

  @Property(tries = 300)
  void anySettings_fireAsASimpleListWould(@ForAll long seed) {
    Random random = new Random(seed);
    TimerQueue heap = new TimerQueue();
    long[] due = new long[20];
    List<Integer> seen = new ArrayList<>();
    LoopTimer[] timers = new LoopTimer[due.length];
    for (int i = 0; i < due.length; i++) {
      int n = i;
      timers[i] = new LoopTimer(heap, () -> seen.add(n));
      due[i] = -1;
    }
    for (int step = 0; step < 200; step++) {
      int i = random.nextInt(due.length);
      if (random.nextInt(4) == 0) {
        timers[i].cancel();
        due[i] = -1;
      } else {
        due[i] = random.nextInt(1000);
        timers[i].set(due[i]);
      }
    }
    long last = -1;
    for (LoopTimer t = heap.pollDue(500); t != null; t = heap.pollDue(500)) {
      t.fire();
      long at = due[seen.get(seen.size() - 1)];
      assertThat(at).isBetween(last, 500L);
      last = at;
    }
    long expected = Arrays.stream(due).filter(d -> d >= 0 && d <= 500).count();
    assertThat(seen).doesNotHaveDuplicates().hasSize((int) expected);
  }
}
