package io.tokenstorm.protocol.plan;

import org.jspecify.annotations.Nullable;

/**
 * The value of a request header: literal text or a reference to a secret; just one is set.
 *
 * @param text the literal value
 * @param secret where the value is found
 */
public record HeaderValue(@Nullable String text, @Nullable SecretRef secret) {
  public HeaderValue {
    if ((text == null) == (secret == null)) {
      throw new IllegalArgumentException("either a text or a secret");
    }
  }

  public static HeaderValue literal(String text) {
    return new HeaderValue(text, null);
  }

  public static HeaderValue secret(SecretRef secret) {
    return new HeaderValue(null, secret);
  }
}
