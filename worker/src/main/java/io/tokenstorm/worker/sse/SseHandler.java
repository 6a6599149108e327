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
   * The event just told of lay whole in one piece.
   *
   * @param start its first byte
   * @param end after its blank line; between a CR and an LF if it ends by these
   */
  default void onWholeEvent(byte[] bytes, int start, int end) {}

  /**
   * An event may begin here, and nothing is pending. The handler may take events that it knows by
   * their bytes; what it takes must be such that the decoder would end with nothing pending, too.
   *
   * @return the position after what it took; {@code start} if nothing
   */
  default int takeKnown(byte[] bytes, int start, int end) {
    return start;
  }

  /**
   * A line {@code error: …}: no field of the standard, but what some servers send instead of an
   * event.
   */
  void onErrorField(byte[] bytes, int offset, int length);
}
