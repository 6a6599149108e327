package io.tokenstorm.worker.slot;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.worker.prompt.PromptPool;
import org.jspecify.annotations.Nullable;

/** The prompt of a slot's next request, taken from the pool as soon as it is there. */
final class NextPrompt {
  private final int slot;
  private final PromptPool pool;
  private final Runnable onReady;
  private @Nullable Prompt prompt;
  private boolean awaited;
  private boolean anyTaken; // the wait for the first one is no send's

  /**
   * @param onReady run, from any thread, when a prompt that was not ready is
   */
  NextPrompt(int slot, PromptPool pool, Runnable onReady) {
    this.slot = slot;
    this.pool = pool;
    this.onReady = onReady;
  }

  /** Whether the prompt is there; if not, {@code onReady} will run once. */
  boolean isReady() {
    if (prompt == null) {
      prompt = pool.poll(slot);
    }
    if (prompt == null && !awaited) {
      awaited = true;
      pool.whenReady(slot, anyTaken, onReady);
    }
    return prompt != null;
  }

  /** {@code onReady} has run. */
  void arrived() {
    awaited = false;
  }

  /** The prompt of this request; made at once if the pool had another one in mind. */
  Prompt take(int ordinal) {
    Prompt next = prompt;
    prompt = null;
    anyTaken = true;
    return next != null && next.ordinal() == ordinal ? next : pool.jump(slot, ordinal);
  }

  boolean held() {
    return prompt != null;
  }
}
