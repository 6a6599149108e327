package io.tokenstorm.protocol.prompt;

import java.nio.charset.StandardCharsets;

/**
 * Text of random words: the first so many of one endless sequence, so that a longer text begins
 * with the shorter one; after them a run of letters.
 */
public final class WordText {
  private WordText() {}

  /** ASCII that needs no escape in JSON, with a blank after each word. */
  public static String of(long seed, int words, int letters) {
    RandomBits random = new RandomBits(seed);
    byte[] text = new byte[Math.toIntExact((long) words * Vocabulary.LONGEST + letters)];
    int end = 0;
    long bits = 0;
    for (int i = 0; i < words; i++) {
      bits = i % 6 == 0 ? random.next() : bits >>> 10;
      byte[] word = Vocabulary.word(bits);
      System.arraycopy(word, 0, text, end, word.length);
      end += word.length;
      text[end++] = ' ';
    }
    RandomBits last = new RandomBits(~seed);
    for (int i = 0; i < letters; i++) {
      text[end++] = (byte) ('a' + (int) Long.remainderUnsigned(last.next(), 26));
    }
    return new String(text, 0, end, StandardCharsets.US_ASCII);
  }
}
