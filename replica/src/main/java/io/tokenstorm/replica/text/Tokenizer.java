package io.tokenstorm.replica.text;

import java.util.Arrays;

/**
 * A deterministic tokenizer without a vocabulary file: letters in pieces of at most seven, digits
 * in pieces of at most three, each taking one space before it along; a run of other white space is
 * one token, and so is any other character. Invariant: the same text gives the same ids in every
 * process, and ids lie in [{@value #FIRST_ID}, {@value #VOCABULARY}).
 */
public final class Tokenizer {
  /** Ids below this one are special (the chat template's markers). */
  public static final int FIRST_ID = 256;

  /** One above the largest id. */
  public static final int VOCABULARY = 131_072;

  private static final int LETTERS_A_PIECE = 7;
  private static final int DIGITS_A_PIECE = 3;

  private Tokenizer() {}

  /** The token ids of a text; empty for an empty text. */
  public static int[] encode(String text) {
    int[] ids = new int[text.length() / 4 + 8];
    int count = 0;
    int at = 0;
    while (at < text.length()) {
      int end = pieceEnd(text, at);
      if (count == ids.length) {
        ids = Arrays.copyOf(ids, count * 2);
      }
      ids[count++] = idOf(text, at, end);
      at = end;
    }
    return Arrays.copyOf(ids, count);
  }

  private static int pieceEnd(String text, int from) {
    char first = text.charAt(from);
    int body = first == ' ' && from + 1 < text.length() ? from + 1 : from;
    char lead = text.charAt(body);
    if (isLetter(lead)) {
      return runEnd(text, body, LETTERS_A_PIECE, true);
    }
    if (isDigit(lead)) {
      return runEnd(text, body, DIGITS_A_PIECE, false);
    }
    if (Character.isWhitespace(first)) {
      return whitespaceEnd(text, from);
    }
    return from + Character.charCount(text.codePointAt(from));
  }

  private static int runEnd(String text, int from, int most, boolean letters) {
    int end = from + 1;
    while (end < text.length() && end - from < most) {
      char c = text.charAt(end);
      if (!(letters ? isLetter(c) : isDigit(c))) {
        break;
      }
      end++;
    }
    return end;
  }

  /** A run of white space, but its last space is left to the word that follows. */
  private static int whitespaceEnd(String text, int from) {
    int end = from + 1;
    while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    boolean joinsNext =
        end - from > 1
            && end < text.length()
            && text.charAt(end - 1) == ' '
            && (isLetter(text.charAt(end)) || isDigit(text.charAt(end)));
    return joinsNext ? end - 1 : end;
  }

  private static int idOf(String text, int from, int end) {
    int hash = 0x811C9DC5;
    for (int i = from; i < end; i++) {
      hash = (hash ^ text.charAt(i)) * 0x01000193;
    }
    hash ^= hash >>> 16;
    hash *= 0x85EBCA6B;
    hash ^= hash >>> 13;
    return FIRST_ID + Math.floorMod(hash, VOCABULARY - FIRST_ID);
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
