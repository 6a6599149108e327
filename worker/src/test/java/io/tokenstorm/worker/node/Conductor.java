package io.tokenstorm.worker.node;

import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Repeats one directive to one worker every 100 ms with a fresh lease, until told another one or to
 * be silent. Worker and test share the machine's clock.
 */
final class Conductor implements AutoCloseable {
  static final Duration LEASE = Duration.ofMillis(1_500);

  private final ScheduledExecutorService beat = Executors.newSingleThreadScheduledExecutor();
  private final ScriptedCoordinator coordinator;
  private final String worker;
  private final Ticker ticker = Ticker.system();
  private final SamplePlan plan;
  private final String run;

  // guarded by this
  private boolean silent = true;
  private int epoch;
  private long sequence;
  private Stage stage = Stage.IDLE;
  private SendWindow warmup = SendWindow.NONE;
  private SendWindow measure = SendWindow.NONE;
  private long cutAtNanos = Long.MAX_VALUE;
  private long leaseUntilNanos;

  Conductor(ScriptedCoordinator coordinator, String worker, SamplePlan plan, String run) {
    this.coordinator = coordinator;
    this.worker = worker;
    this.plan = plan;
    this.run = run;
    ScheduledFuture<?> unused =
        beat.scheduleWithFixedDelay(this::repeat, 0, 100, TimeUnit.MILLISECONDS);
  }

  synchronized void arm(int newEpoch) {
    epoch = newEpoch;
    sequence = 0;
    order(Stage.ARMED, SendWindow.NONE, SendWindow.NONE);
  }

  synchronized void order(Stage newStage, SendWindow newWarmup, SendWindow newMeasure) {
    stage = newStage;
    warmup = newWarmup;
    measure = newMeasure;
    silent = false;
    repeat();
  }

  synchronized void cutNow() {
    cutAtNanos = ticker.nanos();
    order(Stage.DRAIN, SendWindow.NONE, SendWindow.NONE);
  }

  /** Sends nothing more; returns when the last lease ends. */
  synchronized long fallSilent() {
    silent = true;
    return leaseUntilNanos;
  }

  private synchronized void repeat() {
    if (!silent) {
      leaseUntilNanos = ticker.nanos() + LEASE.toNanos();
      coordinator.tell(
          worker,
          new Directive(
              ++sequence,
              run,
              epoch,
              0,
              stage,
              plan.hash(),
              plan.concurrency(),
              List.of(1),
              0,
              1.0,
              PromptRecipe.NONE,
              false,
              warmup,
              measure,
              cutAtNanos,
              leaseUntilNanos));
    }
  }

  @Override
  public void close() {
    beat.shutdownNow();
  }
}
