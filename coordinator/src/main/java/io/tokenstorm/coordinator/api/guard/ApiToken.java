package io.tokenstorm.coordinator.api.guard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The secret that clients of the API show. Kept as a digest, so that it cannot get into a log by
 * accident; compared in a time that tells nothing of it.
 */
public final class ApiToken {
  private final byte[] digest;

  /** A token, in clear. */
  public ApiToken(String token) {
    this.digest = digest(token);
  }

  /** Whether this is the token. */
  public boolean is(String shown) {
    return MessageDigest.isEqual(digest, digest(shown));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
