package io.tokenstorm.coordinator.api.past;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reports below one results directory. Only a direct child of it with a plain name counts as a
 * run, so a name that came over the wire leads nowhere else. A report is read again only when its
 * file changed. Thread-safe.
 */
public final class PastReports {
  /** Further ones are left out of the list; each can still be asked for by name. */
  static final int MOST = 200;

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,200}");
  private static final JsonFactory JSON = new JsonFactory();

  private record Read(FileTime at, PastReport report) {}

  private final Path root;
  private final Map<Path, Read> known = new ConcurrentHashMap<>();

  /**
   * Reports to be looked at.
   *
   * @param root the results directory; need not exist yet
   */
  public PastReports(Path root) {
    this.root = root;
  }

  /**
   * The newest ones, newest first: ids of runs begin with their date.
   *
   * @throws IOException if the directory cannot be listed
   */
  public List<PastReport> list() throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .filter(entry -> report(entry.getFileName().toString()).isPresent())
          .sorted(Comparator.comparing(Path::getFileName).reversed())
          .limit(MOST)
          .map(this::read)
          .toList();
    }
  }

  /** The {@code report.json} of a run. */
  public Optional<Path> report(String run) {
    return file(run, "report.json");
  }

  /** The {@code report.html} of a run. */
  public Optional<Path> page(String run) {
    return file(run, "report.html");
  }

  private Optional<Path> file(String run, String name) {
    return PLAIN.matcher(run).matches()
        ? Optional.of(root.resolve(run).resolve(name)).filter(Files::isRegularFile)
        : Optional.empty();
  }

  private PastReport read(Path directory) {
    String run = directory.getFileName().toString();
    Path file = directory.resolve("report.json");
    boolean page = page(run).isPresent();
    try {
      FileTime at = Files.getLastModifiedTime(file);
      Read before = known.get(file);
      if (before != null && before.at().equals(at) && before.report().page() == page) {
        return before.report();
      }
      PastReport report = of(run, scalars(file), page);
      known.put(file, new Read(at, report));
      return report;
    } catch (IOException e) {
      return new PastReport(run, "", "", null, "cannot be read: " + e.getMessage(), "", page);
    }
  }

  private static PastReport of(String run, Map<String, String> top, boolean page) {
    return new PastReport(
        run,
        top.getOrDefault("plan", ""),
        top.getOrDefault("model", ""),
        top.get("verdict"),
        top.getOrDefault("verdict_reason", ""),
        top.getOrDefault("started_at", ""),
        page);
  }

  /** The texts at the top of a report; phases and whatever else is nested is skipped. */
  private static Map<String, String> scalars(Path file) throws IOException {
    Map<String, String> found = new HashMap<>();
    try (JsonParser parser = JSON.createParser(file.toFile())) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("it is no JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        if (parser.nextToken() == JsonToken.VALUE_STRING) {
          found.put(key, parser.getText());
        } else {
          parser.skipChildren();
        }
      }
    }
    return found;
  }
}
