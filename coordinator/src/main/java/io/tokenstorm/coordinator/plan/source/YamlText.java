package io.tokenstorm.coordinator.plan.source;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * From bytes to text that YAML may be read from: UTF-8, without a byte order mark, without control
 * characters, of bounded size.
 */
final class YamlText {
  /** A plan of this size would be thousands of phases. */
  static final int MAX_BYTES = 1 << 20;

  private YamlText() {}

  /** The text, or empty after a problem was added. */
  static Optional<String> decode(String source, byte[] bytes, Problems problems) {
    Location whole = Location.whole(source);
    if (bytes.length > MAX_BYTES) {
      problems.add(whole, "", "the file has over " + MAX_BYTES + " bytes; a plan is far smaller");
      return Optional.empty();
    }
    if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
      problems.add(whole, "", "the file is UTF-16 text; save it as UTF-8");
      return Optional.empty();
    }
    return utf8(source, bytes, problems).flatMap(text -> printable(source, text, problems));
  }

  private static Optional<String> utf8(String source, byte[] bytes, Problems problems) {
    ByteBuffer input = ByteBuffer.wrap(bytes);
    if (startsWith(bytes, 0xEF, 0xBB, 0xBF)) {
      input.position(3);
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(input)
              .toString());
    } catch (CharacterCodingException e) {
      problems.add(
          Location.whole(source), "", "the file is not UTF-8 text; a plan is a YAML text file");
      return Optional.empty();
    }
  }

  private static Optional<String> printable(String source, String text, Problems problems) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int point = text.codePointAt(i);
      if (!StreamReader.isPrintable(point)) {
        String what = String.format("the character U+%04X is not text", point);
        problems.add(new Location(source, line, column), "", what + "; a plan is a YAML text file");
        return Optional.empty();
      }
      column = point == '\n' ? 1 : column + 1;
      line = point == '\n' ? line + 1 : line;
    }
    return Optional.of(text);
  }

  private static boolean startsWith(byte[] bytes, int... head) {
    if (bytes.length < head.length) {
      return false;
    }
    for (int i = 0; i < head.length; i++) {
      if ((bytes[i] & 0xFF) != head[i]) {
        return false;
      }
    }
    return true;
  }
}
