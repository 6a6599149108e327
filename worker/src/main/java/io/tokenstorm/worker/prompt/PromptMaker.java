package io.tokenstorm.worker.prompt;

import io.tokenstorm.protocol.time.Ticker;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that makes prompts, one after the other. Where it shares a core with an event loop,
 * waking it for every prompt would cost the loop more than the prompt does. So after work it naps
 * for {@link #NAP_NANOS} before it looks again, and what was asked for meanwhile is made together;
 * {@link #hurry} ends the nap, and ends naps for {@link #EAGER_NANOS}, because a send waits.
 */
public final class PromptMaker implements PromptPool.Maker, AutoCloseable {
  static final long NAP_NANOS = 500_000;
  static final long EAGER_NANOS = 10_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(PromptMaker.class);

  private final ConcurrentLinkedQueue<Runnable> wanted = new ConcurrentLinkedQueue<>();
  private final Ticker ticker;
  private final Thread thread;
  private volatile boolean sleeping;
  private volatile long eagerUntil;
  private volatile boolean closed;

  /** Makes the thread; it runs at once. */
  public PromptMaker(String name, Ticker ticker) {
    this.ticker = ticker;
    this.eagerUntil = ticker.nanos();
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void execute(Runnable task) {
    wanted.add(task);
    if (sleeping) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void hurry() {
    eagerUntil = ticker.nanos() + EAGER_NANOS;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      if (makeAll() && ticker.nanos() - eagerUntil >= 0) {
        LockSupport.parkNanos(this, NAP_NANOS);
      } else {
        sleep();
      }
    }
  }

  private boolean makeAll() {
    boolean any = false;
    for (Runnable task = wanted.poll(); task != null && !closed; task = wanted.poll()) {
      any = true;
      try {
        task.run();
      } catch (RuntimeException e) {
        LOG.error("A prompt could not be made: a defect of Tokenstorm", e);
      }
    }
    return any;
  }

  private void sleep() {
    sleeping = true;
    if (wanted.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    sleeping = false;
  }

  /** Ends the thread; what was not made stays unmade. Idempotent. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
