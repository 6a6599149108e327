package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.file.FolderTree;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory in which one process keeps its spools: {@code BASE/WORKER/PROCESS}. A lock that the
 * operating system drops with the process tells whether its owner still lives.
 */
final class SpoolHome implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SpoolHome.class);
  private static final String LOCK = "lock";

  private final Path directory;
  private final FileChannel channel;

  private SpoolHome(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Creates the home of this process. */
  static SpoolHome create(Path base, String worker, String processKey) throws IOException {
    Path directory = base.resolve(worker).resolve(processKey);
    Files.createDirectories(directory);
    return lock(directory)
        .orElseThrow(() -> new IOException(directory + " is in use by another process"));
  }

  /**
   * Moves the spools that dead processes of the same worker left behind into this home. What cannot
   * be moved stays where it is, and is said.
   */
  void adoptOrphans() throws IOException {
    for (Path sibling : FolderTree.foldersIn(directory.resolveSibling(""))) {
      if (!sibling.equals(directory)) {
        Optional<SpoolHome> orphan = lock(sibling);
        if (orphan.isPresent()) {
          try (SpoolHome home = orphan.get()) {
            adopt(home.directory);
          }
        }
      }
    }
  }

  Path directory() {
    return directory;
  }

  private void adopt(Path orphan) throws IOException {
    boolean all = true;
    for (Path run : FolderTree.foldersIn(orphan)) {
      Files.createDirectories(directory.resolve(run.getFileName()));
      for (Path spool : FolderTree.foldersIn(run)) {
        Path target = directory.resolve(run.getFileName()).resolve(spool.getFileName());
        if (Files.exists(target)) {
          LOG.warn("{} is kept where it is: {} exists already", spool, target);
          all = false;
        } else {
          Files.move(spool, target);
        }
      }
    }
    if (all) {
      FolderTree.delete(orphan);
    }
  }

  /** The home with its lock held, or empty if its owner lives. */
  private static Optional<SpoolHome> lock(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new SpoolHome(directory, channel));
      }
    } catch (OverlappingFileLockException e) {
      LOG.debug("{} belongs to this very process", directory);
    }
    channel.close();
    return Optional.empty();
  }

  /** Whether there is no spool in it. */
  boolean isEmpty() throws IOException {
    return FolderTree.foldersIn(directory).isEmpty();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
