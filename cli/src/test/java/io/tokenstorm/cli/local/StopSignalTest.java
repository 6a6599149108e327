package io.tokenstorm.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopSignalTest {
  @Test
  void signals_countedOneByOne_runTheirActions() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    try (StopSignal stop = StopSignal.install()) {
      stop.onSignals(first::countDown, second::countDown);
      raise();
      stop.awaitFirst();
      assertThat(first.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(second.getCount()).isOne();
      raise();
      assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void signal_beforeTheActionsAreKnown_isNotForgotten() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    try (StopSignal stop = StopSignal.install()) {
      raise();
      stop.awaitFirst();
      stop.onSignals(first::countDown, () -> {});
      assertThat(first.getCount()).isZero();
    }
  }

  /**
   * To this very process: the handler is ours while the test runs. TERM, not INT: a process that
   * was started in the background ignores INT, and with it this JVM would.
   */
  private static void raise() throws Exception {
    String pid = String.valueOf(ProcessHandle.current().pid());
    assertThat(new ProcessBuilder("kill", "-TERM", pid).start().waitFor()).isZero();
  }
}
