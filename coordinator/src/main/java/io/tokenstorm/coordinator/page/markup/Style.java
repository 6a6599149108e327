package io.tokenstorm.coordinator.page.markup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The style sheet that all pages share: light and dark, narrow and wide, screen and paper.
 *
 * @param text CSS
 */
public record Style(String text) {
  private static final String RESOURCE = "/io/tokenstorm/coordinator/page/page.css";

  /** As it lies in the jar. */
  public static Style shared() {
    try (InputStream in = Style.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing from the jar: " + RESOURCE);
      }
      return new Style(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
