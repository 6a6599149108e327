package io.tokenstorm.protocol.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The words that prompts are made of: 1,024 common English ones, nearly all a single token to usual
 * tokenizers. Part of what makes a prompt the same on every node: changing the list changes every
 * prompt.
 */
final class Vocabulary {
  /** Words; a power of two, so that ten bits pick one. */
  static final int SIZE = 1024;

  private static final byte[][] WORDS = load();

  /** The most bytes of a word and the blank after it. */
  static final int LONGEST = Arrays.stream(WORDS).mapToInt(word -> word.length).max().orElse(0) + 1;

  private Vocabulary() {}

  /** The word that the low ten bits name. */
  static byte[] word(long bits) {
    return WORDS[(int) (bits & (SIZE - 1))];
  }

  private static byte[][] load() {
    try (InputStream in = Vocabulary.class.getResourceAsStream("words.txt")) {
      if (in == null) {
        throw new IllegalStateException("words.txt is missing from the protocol's jar");
      }
      List<String> words =
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
      if (words.size() != SIZE) {
        throw new IllegalStateException("words.txt has " + words.size() + " words, not " + SIZE);
      }
      return words.stream()
          .map(word -> word.getBytes(StandardCharsets.US_ASCII))
          .toArray(byte[][]::new);
    } catch (IOException e) {
      throw new UncheckedIOException("words.txt cannot be read", e);
    }
  }
}
