package io.tokenstorm.worker.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.PromptText;
import io.tokenstorm.protocol.shard.SlotRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptPoolTest {
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final PromptText text = new PromptText(1, "s", 0, new Workload("w", 9, null), 1);
  private final PromptPool pool = new PromptPool(text, new SlotRange(10, 2), tasks::add);

  private void make() {
    int n = tasks.size();
    for (int i = 0; i < n; i++) {
      tasks.remove().run();
    }
  }

  @Test
  void poll_beforeItIsMade_givesNothing() {
    assertThat(pool.poll(10)).isNull();
    assertThat(pool.starved()).isZero();
  }

  @Test
  void poll_again_givesTheNextOrdinalOnceItIsMade() {
    make();
    assertThat(pool.poll(11).text()).isEqualTo(text.of(11, 0).text());
    assertThat(pool.poll(11)).isNull();
    make();
    assertThat(pool.poll(11).ordinal()).isEqualTo(1);
  }

  @Test
  void pool_neverHoldsMoreThanOnePromptASlot() {
    make();
    assertThat(tasks).isEmpty();
    pool.poll(10);
    assertThat(tasks).hasSize(1);
  }

  @Test
  void whenReady_runsOnceWhenThePromptIsMadeOrAtOnce() {
    List<String> woken = new ArrayList<>();
    pool.whenReady(10, true, () -> woken.add("later"));
    assertThat(woken).isEmpty();
    make();
    assertThat(woken).containsExactly("later");
    pool.whenReady(10, false, () -> woken.add("now"));
    assertThat(woken).containsExactly("later", "now");
    assertThat(pool.starved()).isEqualTo(1);
  }

  @Test
  void whenReady_hurriesTheMakerOnlyIfASendWaits() {
    List<String> hurried = new ArrayList<>();
    PromptPool asked =
        new PromptPool(
            text,
            new SlotRange(0, 1),
            new PromptPool.Maker() {
              @Override
              public void execute(Runnable task) {
                tasks.add(task);
              }

              @Override
              public void hurry() {
                hurried.add("hurry");
              }
            });
    asked.whenReady(0, false, () -> {});
    assertThat(hurried).isEmpty();
    asked.whenReady(0, true, () -> {});
    assertThat(hurried).hasSize(1);
  }

  @Test
  void jump_makesTheAskedOrdinalAndGoesOnFromIt() {
    make();
    assertThat(pool.jump(10, 41).text()).isEqualTo(text.of(10, 41).text());
    make();
    assertThat(pool.poll(10).ordinal()).isEqualTo(42);
    assertThat(pool.starved()).isEqualTo(1);
  }

  @Test
  void close_stopsTheMaking() {
    pool.close();
    make();
    assertThat(pool.poll(10)).isNull();
  }
}
