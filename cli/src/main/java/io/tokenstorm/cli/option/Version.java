package io.tokenstorm.cli.option;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this software, as the build wrote it down. */
public final class Version {
  private static final String RESOURCE = "/io/tokenstorm/cli/version.properties";

  private Version() {}

  /** Such as {@code 0.1.0}. */
  public static String current() {
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing from the jar: " + RESOURCE);
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
