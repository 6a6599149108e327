package io.tokenstorm.worker.answer;

import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.chunk.ChunkReader;
import io.tokenstorm.worker.chunk.ErrorArray;
import org.jspecify.annotations.Nullable;

/** An event whose data is a JSON array: no part of any answer, but it may hold an error. */
final class ArrayError {
  private ArrayError() {}

  /**
   * What the error says; null if there is none. Read apart from the stream, which it is no part of.
   */
  static @Nullable String in(ApiDialect api, byte[] bytes, int start, int end) {
    if (start == end || bytes[start] != '[') {
      return null;
    }
    ChunkReader elements = api.newReader();
    if (!ErrorArray.read(elements, bytes, start, end - start)) {
      return null;
    }
    String message = elements.facts().message();
    return message != null ? message : KeptBytes.text(bytes, start, end);
  }
}
