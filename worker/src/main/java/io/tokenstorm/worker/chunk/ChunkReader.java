package io.tokenstorm.worker.chunk;

/**
 * Reads the JSON objects that an API's answers consist of: the events of a stream, or the one
 * object of an answer in one piece. Not thread-safe; may remember what the answer has said so far.
 */
public interface ChunkReader {
  /** What the last object said; the same instance always. */
  ChunkFacts facts();

  /** Keeps the text of each answer in this from now on; a reader that cannot leaves it empty. */
  default void keepText(AnswerText kept) {}

  /** A new answer begins. */
  void reset();

  /**
   * Reads one JSON object.
   *
   * @return false if the bytes are no JSON object; the facts are then not to be used
   */
  boolean scan(byte[] bytes, int offset, int length);
}
