package io.tokenstorm.protocol.server;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A text that may end in a secret, which stands here by reference only: the node that uses the text
 * reads the value of an environment variable of its own.
 *
 * @param text literal
 * @param variable name of the environment variable whose value follows the text; empty: none
 */
public record SecretText(String text, String variable) {
  /** A text without a secret. */
  public static SecretText plain(String text) {
    return new SecretText(text, "");
  }

  /** The whole text with the secret in it; empty if the variable is not set. */
  public Optional<String> resolve(Function<String, @Nullable String> environment) {
    if (variable.isEmpty()) {
      return Optional.of(text);
    }
    return Optional.ofNullable(environment.apply(variable)).map(value -> text + value);
  }

  /** The reference alone: a literal text may be a secret as well, where a user wrote it so. */
  @Override
  public String toString() {
    return variable.isEmpty() ? "***" : "***${env:" + variable + "}";
  }
}
