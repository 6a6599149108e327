package io.tokenstorm.replica.serve;

/** How an answer is put into bytes on its connection. Nothing is flushed here. */
interface AnswerWire {
  /** The request was taken. */
  void begin();

  /** One event with the words in {@code words[0, length)}. */
  void event(byte[] words, int length, boolean last);

  /** The proper end. */
  void finish();

  /** An error in the place of the rest. */
  void error(String message);

  /** Bytes that stop in the middle. */
  void truncate();
}
