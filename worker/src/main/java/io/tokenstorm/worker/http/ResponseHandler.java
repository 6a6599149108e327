package io.tokenstorm.worker.http;

/** Told what a {@link ResponseReader} finds, in order; never called after the end. */
public interface ResponseHandler {
  /**
   * The final head has arrived (1xx heads are skipped).
   *
   * @param head valid until the reader is reset
   */
  void onHead(ResponseHead head);

  /** A piece of the body, framing taken off; the array belongs to the caller of the reader. */
  void onBody(byte[] bytes, int offset, int length);

  /** The proper end of the body. */
  void onEnd();
}
