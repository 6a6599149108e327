package io.tokenstorm.server.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a server's log: enough of it to hold the cause above the last traceback. */
final class LogTail {
  private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);
  private static final int MOST_BYTES = 1024 * 1024;

  private LogTail() {}

  /** Its last lines, oldest first; those that are not blank. What cannot be read is empty. */
  static List<String> lines(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - MOST_BYTES);
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .toList();
    } catch (IOException e) {
      LOG.warn("the log of a server cannot be read: {}", log, e);
      return List.of();
    }
  }
}
