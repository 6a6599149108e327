package io.tokenstorm.worker.prompt;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.prompt.PromptSource;
import io.tokenstorm.protocol.shard.SlotRange;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Makes each slot's next prompt ahead, on a thread of its own, while the one before it is in
 * flight. Holds at most one prompt a slot. A slot that finds none is counted as starved and told
 * when there is one: the wait is the client's own delay, never hidden.
 */
public final class PromptPool implements AutoCloseable {
  /** Makes one prompt after the other, in the order asked for, on another thread. */
  @FunctionalInterface
  public interface Maker extends Executor {
    /** A send waits for what was asked for. */
    default void hurry() {}
  }

  private final PromptSource source;
  private final SlotRange slots;
  private final Maker maker;
  private final AtomicReferenceArray<@Nullable Prompt> ready;
  private final AtomicReferenceArray<@Nullable Runnable> waiting;
  private final AtomicIntegerArray nextOrdinal;
  private final LongAdder starved = new LongAdder();
  private volatile boolean closed;

  /** Has the first prompt of each slot made. */
  public PromptPool(PromptSource source, SlotRange slots, Maker maker) {
    this.source = source;
    this.slots = slots;
    this.maker = maker;
    this.ready = new AtomicReferenceArray<>(slots.count());
    this.waiting = new AtomicReferenceArray<>(slots.count());
    this.nextOrdinal = new AtomicIntegerArray(slots.count());
    for (int i = 0; i < slots.count(); i++) {
      want(i);
    }
  }

  private void want(int i) {
    maker.execute(() -> make(i));
  }

  private void make(int i) {
    if (!closed) {
      ready.set(i, source.of(slots.first() + i, nextOrdinal.getAndIncrement(i)));
      wake(i);
    }
  }

  private void wake(int i) {
    Runnable waiter = waiting.getAndSet(i, null);
    if (waiter != null) {
      waiter.run();
    }
  }

  /** Takes a slot's prompt, if it is there; the next one is then made. */
  public @Nullable Prompt poll(int slot) {
    int i = slot - slots.first();
    Prompt prompt = ready.getAndSet(i, null);
    if (prompt != null) {
      want(i);
    }
    return prompt;
  }

  /**
   * Makes a prompt at once, on the calling thread, for an ordinal out of the usual order, and goes
   * on from it. Counts the slot as starved.
   */
  public Prompt jump(int slot, int ordinal) {
    starved.increment();
    int i = slot - slots.first();
    nextOrdinal.set(i, ordinal + 1);
    ready.set(i, null);
    want(i);
    return source.of(slot, ordinal);
  }

  /**
   * Has {@code wake} run once, from any thread, as soon as the slot's prompt is there; at once if
   * it is there already.
   *
   * @param forSend whether a send waits for it, to be counted
   */
  public void whenReady(int slot, boolean forSend, Runnable wake) {
    int i = slot - slots.first();
    if (forSend) {
      starved.increment();
      maker.hurry();
    }
    waiting.set(i, wake);
    if (ready.get(i) != null) {
      wake(i);
    }
  }

  /** How often a send had to wait for a prompt. */
  public long starved() {
    return starved.sum();
  }

  /** Stops making prompts. */
  @Override
  public void close() {
    closed = true;
  }
}
