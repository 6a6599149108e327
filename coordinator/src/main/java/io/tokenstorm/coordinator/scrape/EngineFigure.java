package io.tokenstorm.coordinator.scrape;

import java.util.Locale;

/**
 * What is taken from an engine's own metrics, whatever the engine calls it. A gauge is how things
 * stand now; a counter only rises while its engine lives, and its reading means nothing without an
 * earlier one.
 */
public enum EngineFigure {
  /** Requests in the batch. */
  RUNNING(false),
  /** Requests in the queue. */
  WAITING(false),
  /** Share of the KV memory in use, 0 to 1. */
  KV_USAGE(false),
  /** Share of prompt tokens found in the prefix cache, by the engine's own account, 0 to 1. */
  CACHE_HIT_RATE(false),
  /** Prompt tokens of requests taken in. */
  PROMPT_TOKENS(true),
  /** Tokens generated. */
  GENERATION_TOKENS(true),
  /** Prompt tokens looked up in the prefix cache. */
  PREFIX_QUERIES(true),
  /** Prompt tokens found there. */
  PREFIX_HITS(true),
  /** Requests thrown back into the queue for want of memory. */
  PREEMPTIONS(true);

  private final boolean counter;

  EngineFigure(boolean counter) {
    this.counter = counter;
  }

  public boolean isCounter() {
    return counter;
  }

  /** Its key in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
