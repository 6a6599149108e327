package io.tokenstorm.worker.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.time.Ticker;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PromptMakerTest {
  private final PromptMaker maker = new PromptMaker("prompts-under-test", Ticker.system());

  @AfterEach
  void close() {
    maker.close();
  }

  private void awaitTask() throws InterruptedException {
    CountDownLatch made = new CountDownLatch(1);
    maker.execute(made::countDown);
    assertThat(made.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void execute_asleepOrNappingOrHurried_makesAllInOrder() throws InterruptedException {
    List<Integer> made = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 300; i++) {
      int number = i;
      maker.execute(() -> made.add(number));
      if (i % 3 == 0) {
        awaitTask();
      } else if (i % 10 == 0) {
        maker.hurry();
      }
    }
    awaitTask();
    assertThat(made).hasSize(300).isSorted();
  }

  @Test
  void execute_afterATaskThatFailed_goesOn() throws InterruptedException {
    maker.execute(
        () -> {
          throw new IllegalStateException("no prompt");
        });
    awaitTask();
  }

  @Test
  void close_whatIsAskedForLater_isNotMade() throws InterruptedException {
    CountDownLatch made = new CountDownLatch(1);
    maker.close();
    maker.execute(made::countDown);
    assertThat(made.await(50, TimeUnit.MILLISECONDS)).isFalse();
  }
}
