package io.tokenstorm.coordinator.api.site;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpCharsets;
import akka.http.javadsl.model.MediaTypes;
import akka.util.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the dashboard's files on the class path, each read once. A name that is not plain (dots,
 * capitals, anything that could lead elsewhere) is no file. Thread-safe.
 */
final class StaticFiles {
  private static final String ROOT = "/dashboard/";
  private static final Pattern PLAIN =
      Pattern.compile("([a-z][a-z0-9-]*/)*[a-z][a-z0-9-]*\\.[a-z]+");

  /** The chart library, whole and unchanged, as its jar has it. */
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/";

  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "vendor/uplot.js", UPLOT + "dist/uPlot.esm.js",
          "vendor/uplot.css", UPLOT + "dist/uPlot.min.css",
          "vendor/uplot-license.txt", UPLOT + "LICENSE");

  private static final Map<String, ContentType> TYPES =
      Map.of(
          "html",
          ContentTypes.TEXT_HTML_UTF8,
          "css",
          ContentTypes.create(MediaTypes.TEXT_CSS, HttpCharsets.UTF_8),
          "js",
          ContentTypes.create(MediaTypes.APPLICATION_JAVASCRIPT, HttpCharsets.UTF_8),
          "svg",
          ContentTypes.create(MediaTypes.IMAGE_SVG_XML),
          "txt",
          ContentTypes.TEXT_PLAIN_UTF8,
          "yaml",
          ContentTypes.TEXT_PLAIN_UTF8);

  private final Map<String, StaticFile> read = new ConcurrentHashMap<>();

  /** The file of a path without leading slash; the empty path is the page itself. */
  Optional<StaticFile> find(String path) {
    String name = path.isEmpty() ? "index.html" : path;
    StaticFile known = read.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<StaticFile> found = load(name);
    found.ifPresent(file -> read.put(name, file));
    return found;
  }

  private static Optional<StaticFile> load(String name) {
    ContentType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null || !PLAIN.matcher(name).matches()) {
      return Optional.empty();
    }
    byte[] bytes = read(ELSEWHERE.getOrDefault(name, ROOT + name));
    return bytes == null
        ? Optional.empty()
        : Optional.of(new StaticFile(ByteString.fromArray(bytes), type, tag(bytes)));
  }

  private static byte @Nullable [] read(String resource) {
    try (InputStream in = StaticFiles.class.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource + " of the class path", e);
    }
  }

  private static String tag(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java has SHA-256", e);
    }
  }
}
