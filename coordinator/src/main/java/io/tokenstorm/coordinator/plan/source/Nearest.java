package io.tokenstorm.coordinator.plan.source;

import java.util.Collection;
import java.util.Locale;

/**
 * Finds what a user probably meant: the candidate with the least edit distance (insert, delete,
 * replace, swap of neighbours; Damerau 1964 in its restricted form), if that is at most a third of
 * the word. Case and the difference between {@code -} and {@code _} count for nothing.
 */
public final class Nearest {
  private static final int LONGEST_WORD = 100;

  private Nearest() {}

  /** The nearest candidate, or the empty text if none is near. */
  public static String of(String word, Collection<String> candidates) {
    if (word.length() > LONGEST_WORD) {
      return "";
    }
    String wanted = plain(word);
    String best = "";
    int bestDistance = Math.max(1, wanted.length() / 3) + 1;
    for (String candidate : candidates) {
      if (candidate.length() > LONGEST_WORD) {
        continue;
      }
      int distance = distance(wanted, plain(candidate));
      boolean likelier =
          !best.isEmpty()
              && distance == bestDistance
              && !sameStart(wanted, best)
              && sameStart(wanted, candidate);
      if (distance < bestDistance || likelier) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** People seldom slip on the first letter. */
  private static boolean sameStart(String wanted, String candidate) {
    return !wanted.isEmpty() && plain(candidate).startsWith(wanted.substring(0, 1));
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replace = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
        least = Math.min(least, cost[i - 1][j - 1] + replace);
        if (i > 1 && j > 1 && a.startsWith(swapped(b, j), i - 2)) {
          least = Math.min(least, cost[i - 2][j - 2] + 1);
        }
        cost[i][j] = least;
      }
    }
    return cost[a.length()][b.length()];
  }

  private static String swapped(String b, int end) {
    return "" + b.charAt(end - 1) + b.charAt(end - 2);
  }
}
