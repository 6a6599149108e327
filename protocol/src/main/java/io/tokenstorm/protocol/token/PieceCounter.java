package io.tokenstorm.protocol.token;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts long texts that mostly begin alike, as a search for a length makes them: piece by piece,
 * each piece once. Pieces end before a blank, where tokenizers of words do not join tokens; a text
 * of one piece is counted whole. Keeps memory small: tokens of one piece at a time.
 */
final class PieceCounter {
  /** A piece has at least so many characters, and ends at the next blank. */
  static final int PIECE = 16 * 1024;

  private final LocalTokenizer tokenizer;
  private final List<Integer> ends = new ArrayList<>();
  private final List<Integer> counts = new ArrayList<>();
  private String last = "";

  PieceCounter(LocalTokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  /** Tokens of a prompt, those included that the tokenizer adds by itself. */
  int count(String text) {
    if (text.length() <= 2 * PIECE) {
      return tokenizer.countPrompt(text);
    }
    forget(common(text, last));
    last = text;
    long sum = tokenizer.countPrompt("");
    int from = 0;
    for (int i = 0; from < text.length(); i++) {
      int end = i < ends.size() ? ends.get(i) : endOf(text, from);
      if (i == ends.size()) {
        ends.add(end);
        counts.add(tokenizer.countAnswer(text.substring(from, end)));
      }
      sum += counts.get(i);
      from = end;
    }
    return Math.toIntExact(sum);
  }

  private static int endOf(String text, int from) {
    int blank = text.indexOf(' ', Math.min(text.length(), from + PIECE));
    return blank < 0 ? text.length() : blank;
  }

  private static int common(String one, String other) {
    int most = Math.min(one.length(), other.length());
    int i = 0;
    while (i < most && one.charAt(i) == other.charAt(i)) {
      i++;
    }
    return i;
  }

  /** Pieces that reach beyond what both texts have are counted anew. */
  private void forget(int common) {
    while (!ends.isEmpty() && ends.get(ends.size() - 1) >= common) {
      ends.remove(ends.size() - 1);
      counts.remove(counts.size() - 1);
    }
  }
}
