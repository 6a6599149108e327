package io.tokenstorm.coordinator.matrix;

/** How a repeat is kept from finding its prompt in the server's prefix cache. */
public sealed interface ColdCache {
  /** Each repeat has a server of its own. */
  record Restart() implements ColdCache {}

  /**
   * One server for all repeats; before each its cache is emptied.
   *
   * @param path what is sent a POST, such as {@code /reset_prefix_cache}
   */
  record Reset(String path) implements ColdCache {}

  /** One server for all repeats, each with prompts that were never sent before. */
  record Salt() implements ColdCache {}

  /** What a report says of it. */
  default String statement() {
    String prompts =
        "no prompt was ever sent before; with what was, the warm request and the short ones by"
            + " which lengths are found, it shares the chat template and one first word at most";
    if (this instanceof Reset reset) {
      return "a server for each row, POST " + reset.path() + " before each repeat; " + prompts;
    }
    return this instanceof Salt
        ? "a server for each row, shared by its repeats; " + prompts
        : "a server started for each repeat of each row; " + prompts;
  }

  /** As a plan names it. */
  default String label() {
    if (this instanceof Reset reset) {
      return "reset " + reset.path();
    }
    return this instanceof Salt ? "salt" : "restart";
  }

  /** Whether all repeats of a row are asked of one server. */
  default boolean sharesServer() {
    return !(this instanceof Restart);
  }
}
