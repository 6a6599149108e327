package io.tokenstorm.worker.health;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file of Linux's {@code /proc}; once it cannot be read it is not tried again, and said. */
public final class ProcFile {
  private static final Logger LOG = LoggerFactory.getLogger(ProcFile.class);

  private final Path path;
  private final String lost;
  private boolean readable;

  /**
   * A file that may not be there.
   *
   * @param lost what is not known without it, for the log
   */
  public ProcFile(Path path, String lost) {
    this.path = path;
    this.lost = lost;
    this.readable = Files.isReadable(path);
  }

  /** Its text now; empty if there is none. */
  public Optional<String> text() {
    if (!readable) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(path));
    } catch (IOException e) {
      LOG.warn("{} cannot be read: {} is not known", path, lost, e);
      readable = false;
      return Optional.empty();
    }
  }
}
