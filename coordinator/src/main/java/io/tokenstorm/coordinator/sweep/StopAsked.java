package io.tokenstorm.coordinator.sweep;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether the user has asked for the end; looked at often while anything is waited for. */
@FunctionalInterface
public interface StopAsked {
  /** Between two looks. */
  Duration LOOK = Duration.ofMillis(50);

  /** Whether the end was asked for. */
  boolean asked();

  /**
   * Waits until a stage is done, in whatever way, or the end is asked for.
   *
   * @return whether it is done
   */
  default boolean awaitDone(CompletableFuture<?> stage) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    var unused = stage.whenComplete((value, error) -> done.countDown());
    boolean isDone = done.getCount() == 0;
    while (!isDone && !asked()) {
      isDone = done.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
    return isDone;
  }
}
