package io.tokenstorm.protocol.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The record files of a spool: {@code records-SEQ.seg}, named by the sequence number of their first
 * record (16 digits), so that an acknowledged prefix can be dropped file by file.
 */
public final class Segments {
  private static final Pattern NAME = Pattern.compile("records-([0-9]{16})\\.seg");

  private Segments() {}

  /** The file that begins at a sequence number. */
  public static Path fileOf(Path directory, long firstSeq) {
    return directory.resolve("records-%016d.seg".formatted(firstSeq));
  }

  /** The first sequence numbers of all files there are, ascending. */
  public static List<Long> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> NAME.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(name -> Long.parseLong(name.group(1)))
          .sorted()
          .toList();
    }
  }
}
