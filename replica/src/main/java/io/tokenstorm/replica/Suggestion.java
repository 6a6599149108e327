package io.tokenstorm.replica;

import java.util.Collection;
import java.util.Comparator;

/** The known name that an unknown one most resembles. */
final class Suggestion {
  private Suggestion() {}

  /** A clause to end a message with; empty if nothing is near. */
  static String among(Collection<String> known, String unknown) {
    int most = Math.max(2, unknown.length() / 4);
    return known.stream()
        .filter(name -> distance(name, unknown) <= most)
        .min(Comparator.comparingInt(name -> distance(name, unknown)))
        .map(name -> "; did you mean '" + name + "'?")
        .orElse("");
  }

  /** Levenshtein's distance. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
