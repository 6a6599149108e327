package io.tokenstorm.protocol.length;

/**
 * Whether a prompt had the length aimed at, by the server's own count.
 *
 * @param aimed tokens
 * @param counted {@code usage.prompt_tokens}; −1 where the server told none
 */
public record LengthCheck(int aimed, int counted) {
  public boolean exact() {
    return aimed == counted;
  }

  /** What a row says of it; empty if there is nothing to say. */
  public String note() {
    if (exact()) {
      return "";
    }
    return counted < 0
        ? "the server did not say how many tokens the prompt had; " + aimed + " were aimed at"
        : "the server counted "
            + counted
            + " prompt tokens where "
            + aimed
            + " were aimed at ("
            + (counted > aimed ? "+" : "")
            + ((long) counted - aimed)
            + ")";
  }
}
