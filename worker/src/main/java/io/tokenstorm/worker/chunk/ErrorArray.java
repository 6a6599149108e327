package io.tokenstorm.worker.chunk;

/**
 * An error as an element of a JSON array, as some gateways send it ({@code [{"error": {…}}]}). An
 * array without one says nothing: no API that is spoken here answers with an array.
 */
public final class ErrorArray {
  private ErrorArray() {}

  /**
   * Gives the elements that are objects to a reader until one says error.
   *
   * @return whether the bytes are one whole array with such an element: the reader's facts are then
   *     that element's
   */
  public static boolean read(ChunkReader reader, byte[] bytes, int offset, int length) {
    JsonCursor json = new JsonCursor();
    json.start(bytes, offset, length);
    boolean found = false;
    try {
      if (!json.opens('[', ']')) {
        return false;
      }
      do {
        boolean object = json.peek() == '{';
        int start = json.at;
        json.skipValue();
        found = found || (object && saysError(reader, bytes, start, json.at));
      } while (json.more(']'));
      json.expectEnd();
    } catch (JsonCursor.Malformed e) {
      return false;
    }
    return found;
  }

  private static boolean saysError(ChunkReader reader, byte[] bytes, int start, int end) {
    return reader.scan(bytes, start, end - start) && reader.facts().hasError();
  }
}
