package io.tokenstorm.protocol.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over the JSON form of a plan, as 64 hexadecimal digits. */
public final class PlanHash {
  private PlanHash() {}

  public static String of(Plan plan) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(PlanJson.write(plan).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
