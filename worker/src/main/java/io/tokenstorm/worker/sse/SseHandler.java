package io.tokenstorm.worker.sse;

/** Told what an {@link SseDecoder} finds, in order. */
public interface SseHandler {
  /**
   * An event with data is complete. Several data lines are joined by LF.
   *
   * @param named what the event calls itself
   * @param bytes holds the data; reused after the call
   */
  void onEvent(EventName named, byte[] bytes, int offset, int length);

  /**
   * A line {@code error: …}: no field of the standard, but what some servers send instead of an
   * event.
   */
  void onErrorField(byte[] bytes, int offset, int length);
}
