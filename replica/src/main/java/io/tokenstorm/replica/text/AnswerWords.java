package io.tokenstorm.replica.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The words an answer is made of. Invariant: each word is a space and two to seven letters, so that
 * it is exactly one token of {@link Tokenizer} and needs no escape in JSON; the word at a position
 * is a function of the answer's seed and the position alone.
 */
public final class AnswerWords {
  private static final String[] HEADS = {
    "b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t"
  };
  private static final String[] VOWELS = {"a", "e", "i", "o", "u"};
  private static final List<byte[]> WORDS = words();

  private AnswerWords() {}

  /** The bytes of the word at a position, UTF-8. Not to be changed by the caller. */
  public static byte[] word(long answerSeed, int position) {
    long mixed = (answerSeed + position) * 0x9E3779B97F4A7C15L;
    return WORDS.get((int) ((mixed >>> 33) % WORDS.size()));
  }

  private static List<byte[]> words() {
    List<byte[]> words = new ArrayList<>();
    for (String head : HEADS) {
      for (String vowel : VOWELS) {
        words.add((" " + head + vowel).getBytes(StandardCharsets.UTF_8));
        for (String second : HEADS) {
          words.add((" " + head + vowel + second).getBytes(StandardCharsets.UTF_8));
          words.add((" " + head + vowel + second + vowel + "n").getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return List.copyOf(words);
  }
}
