package io.tokenstorm.cluster.simulation.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of a machine: it can be stopped and continued, killed and started anew. What is due
 * while it is stopped happens when it goes on, in any order; what is due after its death does not
 * happen.
 */
public abstract class VirtualProcess {
  private final Timeline timeline;
  private final Chance chance;
  private final DriftingClock clock;
  private final List<Runnable> deferred = new ArrayList<>();
  private int life;
  private boolean alive;
  private boolean stopped;

  protected VirtualProcess(Timeline timeline, Chance chance, DriftingClock clock) {
    this.timeline = timeline;
    this.chance = chance;
    this.clock = clock;
  }

  /** What happens when it is started. */
  protected abstract void started();

  /** What the kernel does when it dies: its connections close. */
  protected abstract void died();

  public final DriftingClock clock() {
    return clock;
  }

  /** What its clock reads now. */
  public final long tickerNanos() {
    return clock.read(timeline.nowNanos());
  }

  protected final Timeline timeline() {
    return timeline;
  }

  protected final Chance chance() {
    return chance;
  }

  /** Which life this is: rises with each start. */
  public final int life() {
    return life;
  }

  public final boolean isAlive() {
    return alive;
  }

  public final boolean isStopped() {
    return alive && stopped;
  }

  /** Starts it, if it does not live. */
  public final void start() {
    if (!alive) {
      life++;
      alive = true;
      stopped = false;
      deferred.clear();
      started();
    }
  }

  /** Ends it at once: kill -9. */
  public final void kill() {
    if (alive) {
      alive = false;
      deferred.clear();
      died();
    }
  }

  /** Stops it: SIGSTOP. */
  public final void stop() {
    stopped = true;
  }

  /** Continues it: SIGCONT. What was due meanwhile happens now, in any order. */
  public final void resume() {
    if (!isStopped()) {
      return;
    }
    stopped = false;
    List<Runnable> due = new ArrayList<>(deferred);
    deferred.clear();
    chance.shuffle(due);
    due.forEach(action -> inLife(life, action));
  }

  /** Does something in this life at a true time. */
  public final void at(long nanos, Runnable action) {
    int current = life;
    timeline.at(nanos, () -> inLife(current, action));
  }

  /** Does something in this life after a while. */
  public final void after(Duration delay, Runnable action) {
    at(timeline.nowNanos() + delay.toNanos(), action);
  }

  /** Does something again and again in this life, the first time after a random part. */
  protected final void every(Duration period, Runnable action) {
    after(Duration.ofNanos(chance.between(0, period.toNanos())), () -> repeat(period, action));
  }

  private void repeat(Duration period, Runnable action) {
    after(period, () -> repeat(period, action));
    action.run();
  }

  private void inLife(int of, Runnable action) {
    if (!alive || of != life) {
      return;
    }
    if (stopped) {
      deferred.add(action);
    } else {
      action.run();
    }
  }
}
