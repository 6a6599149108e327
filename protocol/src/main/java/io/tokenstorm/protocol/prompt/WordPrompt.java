package io.tokenstorm.protocol.prompt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Texts whose tokens add up: one opening word, then words with a blank before each. Tokenizers of
 * words split there, so a word costs the same wherever it stands; nothing at either end is lost
 * where a template strips blanks.
 */
public final class WordPrompt {
  /** What every such text begins with. */
  public static final String OPENING = "Text";

  private WordPrompt() {}

  /** How many words there are. */
  public static int vocabulary() {
    return Vocabulary.SIZE;
  }

  /** The opening and some neighbouring words of the vocabulary. */
  public static String of(int firstWord, int words) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(opening());
    for (int i = 0; i < words; i++) {
      text.write(' ');
      text.writeBytes(Vocabulary.word(firstWord + i));
    }
    return text.toString(StandardCharsets.US_ASCII);
  }

  static byte[] opening() {
    return OPENING.getBytes(StandardCharsets.US_ASCII);
  }
}
