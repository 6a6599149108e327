package io.tokenstorm.worker.loop;

import io.tokenstorm.protocol.time.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread, one selector. Each turn: some tasks, timers, then all sockets that are ready. Reads
 * of one turn are all made and stamped before the first of them is parsed ({@link ReadBatch}), so
 * that one stream's parsing never enters another stream's stamp. Nor does what follows the end of
 * an answer (its record, the next prompt, the next request), which are tasks: when many streams end
 * together, the sockets are looked at between them every {@link #TASKS_NANOS}.
 *
 * <p>{@link #execute} may be called from any thread; everything else only on the loop's own.
 */
public final class EventLoop implements Executor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);
  private static final ThreadLocal<@Nullable EventLoop> CURRENT = new ThreadLocal<>();
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Tasks of one turn: none is begun later than this after the first. */
  private static final long TASKS_NANOS = 50_000;

  private final Ticker ticker;
  private final Selector selector;
  private final Thread thread;
  private final ConcurrentLinkedQueue<Runnable> foreignTasks = new ConcurrentLinkedQueue<>();
  private final ArrayDeque<Runnable> ownTasks = new ArrayDeque<>();
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final TimerQueue timers = new TimerQueue();
  private final ReadBatch reads;
  private final LoopCounters counters = new LoopCounters();
  private final Consumer<SelectionKey> onReady = this::ready;
  private boolean foreignNext;
  private volatile boolean closed;

  /**
   * Opens the selector; the loop runs once {@link #start} is called.
   *
   * @throws UncheckedIOException if the system gives no selector (out of file descriptors)
   */
  public EventLoop(Ticker ticker, ThreadFactory threads) {
    this.ticker = ticker;
    this.reads = new ReadBatch(ticker, counters);
    try {
      this.selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException("no selector for an event loop", e);
    }
    this.thread = threads.newThread(this::run);
  }

  public void start() {
    thread.start();
  }

  /** The loop that the calling thread runs, or null. */
  public static @Nullable EventLoop current() {
    return CURRENT.get();
  }

  public boolean onLoop() {
    return Thread.currentThread() == thread;
  }

  /** Runs a task on the loop's thread, in the order of the calls from one thread. */
  @Override
  public void execute(Runnable task) {
    if (onLoop()) {
      ownTasks.add(task);
      return;
    }
    foreignTasks.add(task);
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      selector.wakeup();
    }
  }

  /** A timer of this loop, not yet set. */
  public LoopTimer timer(Runnable action) {
    return new LoopTimer(timers, action);
  }

  public Ticker ticker() {
    return ticker;
  }

  public LoopCounters counters() {
    return counters;
  }

  ReadBatch reads() {
    return reads;
  }

  SelectionKey register(SelectableChannel channel, int interest, ReadyHandler handler)
      throws IOException {
    return channel.register(selector, interest, handler);
  }

  private void run() {
    CURRENT.set(this);
    try {
      while (!closed) {
        turn();
      }
    } finally {
      closeSelector();
    }
  }

  private void turn() {
    long started = ticker.nanos();
    runTasks(started);
    runTimers();
    long before = ticker.nanos();
    select(before);
    // what the sockets cost is counted with the next turn's tasks: one reading less a turn
    counters.turn(before - started + reads.takeSpentNanos());
  }

  private void runTasks(long started) {
    Runnable task = nextTask();
    while (task != null) {
      counters.task();
      guarded(task);
      task = ticker.nanos() - started < TASKS_NANOS ? nextTask() : null;
    }
  }

  /** In turns, so that neither the loop nor other threads can keep the others' tasks waiting. */
  private @Nullable Runnable nextTask() {
    foreignNext = !foreignNext;
    Runnable task = foreignNext ? foreignTasks.poll() : ownTasks.poll();
    if (task == null) {
      task = foreignNext ? ownTasks.poll() : foreignTasks.poll();
    }
    return task;
  }

  private void runTimers() {
    if (timers.isEmpty()) {
      return;
    }
    long now = ticker.nanos();
    for (LoopTimer timer = timers.pollDue(now); timer != null; timer = timers.pollDue(now)) {
      guarded(timer::fire);
    }
  }

  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("A task of an event loop failed: a defect of Tokenstorm", e);
    }
  }

  private void select(long now) {
    asleep.set(true);
    try {
      long millis = waitMillis(now);
      if (millis == 0) {
        selector.selectNow(onReady);
      } else {
        selector.select(onReady, millis);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the selector of an event loop failed", e);
    } finally {
      asleep.set(false);
    }
    reads.deliver();
  }

  /**
   * How long the selector may sleep: a timer due within the next millisecond is waited for by
   * turning, because the selector's own grain is a millisecond.
   */
  private long waitMillis(long now) {
    if (closed || !ownTasks.isEmpty() || !foreignTasks.isEmpty()) {
      return 0;
    }
    if (timers.isEmpty()) {
      return 1_000;
    }
    long millis = (timers.nextDueNanos() - now) / NANOS_PER_MILLI;
    return Math.max(0, Math.min(millis, 1_000));
  }

  private void ready(SelectionKey key) {
    asleep.lazySet(false);
    ReadyHandler handler = (ReadyHandler) key.attachment();
    try {
      handler.ready(key.readyOps());
    } catch (java.nio.channels.CancelledKeyException e) {
      LOG.debug("A key was cancelled within the turn that found it ready");
    } catch (RuntimeException e) {
      LOG.error("A connection's handler failed: a defect of Tokenstorm", e);
    }
  }

  private void closeSelector() {
    try {
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      LOG.warn("Closing an event loop: {}", e.toString());
    }
  }

  /** Ends the loop after the turn it is in and closes all sockets. Idempotent. */
  @Override
  public void close() {
    closed = true;
    selector.wakeup();
  }
}
