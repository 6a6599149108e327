package io.tokenstorm.worker.prompt;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.prompt.PromptText;
import io.tokenstorm.protocol.shard.SlotRange;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Makes each slot's next prompt ahead, on one background thread, while the one before it is in
 * flight. Holds at most one prompt a slot. A slot that finds none is counted as starved and told
 * when there is one: the wait is the client's own delay, never hidden.
 */
public final class PromptPool implements AutoCloseable {
  private static final int STOP = -1;

  private final PromptText text;
  private final SlotRange slots;
  private final AtomicReferenceArray<@Nullable Prompt> ready;
  private final AtomicReferenceArray<@Nullable Runnable> waiting;
  private final AtomicIntegerArray nextOrdinal;
  private final LinkedBlockingQueue<Integer> wanted = new LinkedBlockingQueue<>();
  private final LongAdder starved = new LongAdder();
  private final Thread maker;

  /** Starts making the first prompt of each slot. */
  public PromptPool(PromptText text, SlotRange slots) {
    this.text = text;
    this.slots = slots;
    this.ready = new AtomicReferenceArray<>(slots.count());
    this.waiting = new AtomicReferenceArray<>(slots.count());
    this.nextOrdinal = new AtomicIntegerArray(slots.count());
    for (int i = 0; i < slots.count(); i++) {
      wanted.add(i);
    }
    maker = new Thread(this::make, "tokenstorm-prompts");
    maker.setDaemon(true);
    maker.start();
  }

  private void make() {
    try {
      for (int i = wanted.take(); i != STOP; i = wanted.take()) {
        ready.set(i, text.of(slots.first() + i, nextOrdinal.getAndIncrement(i)));
        wake(i);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void wake(int i) {
    Runnable waiter = waiting.getAndSet(i, null);
    if (waiter != null) {
      waiter.run();
    }
  }

  /** Whether a slot's prompt is there, without taking it. */
  public boolean isReady(int slot) {
    return ready.get(slot - slots.first()) != null;
  }

  /** Takes a slot's prompt, if it is there; the next one is then made. */
  public @Nullable Prompt poll(int slot) {
    int i = slot - slots.first();
    Prompt prompt = ready.getAndSet(i, null);
    if (prompt != null) {
      wanted.add(i);
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
    wanted.add(i);
    return text.of(slot, ordinal);
  }

  /**
   * Has {@code wake} run once, from any thread, as soon as the slot's prompt is there; at once if
   * it is there already. Counts the slot as starved.
   */
  public void whenReady(int slot, Runnable wake) {
    int i = slot - slots.first();
    starved.increment();
    waiting.set(i, wake);
    if (ready.get(i) != null) {
      wake(i);
    }
  }

  /** How often a slot had to wait for a prompt. */
  public long starved() {
    return starved.sum();
  }

  /** Stops making prompts. */
  @Override
  public void close() {
    wanted.clear();
    wanted.add(STOP);
  }
}
