package io.tokenstorm.worker.sse;

/** What an event calls itself in its {@code event} field, as far as it matters. */
public enum EventName {
  /** No name, or {@code message}. */
  MESSAGE,
  /** {@code error}. */
  ERROR,
  /** Any other name, such as {@code ping}. */
  OTHER
}
