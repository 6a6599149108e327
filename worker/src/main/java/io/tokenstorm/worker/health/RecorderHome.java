package io.tokenstorm.worker.health;

import io.tokenstorm.protocol.file.FolderTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the flight recorder of this process keeps its files: a folder of its own beside those of
 * the other processes of this user. Each process holds a lock as long as it lives, however it ends;
 * whoever comes next deletes the folders whose lock is free, which is all that a killed process
 * leaves. Nobody deletes the folder of one that lives: who makes or deletes one holds a lock on all
 * of them meanwhile.
 */
final class RecorderHome {
  private static final Logger LOG = LoggerFactory.getLogger(RecorderHome.class);
  private static final String ALL = "all.lock";
  private static final String OWN = "process.lock";

  /** Else the lock would go with the object. */
  private static final Set<RecorderHome> KEPT = ConcurrentHashMap.newKeySet();

  private final Path folder;

  /** Held open: with it goes the lock. */
  private final FileChannel alive;

  private RecorderHome(Path folder, FileChannel alive) {
    this.folder = folder;
    this.alive = alive;
  }

  /** Below the temporary folder, by user. */
  static Path usual() {
    String user = System.getProperty("user.name", "unknown").replaceAll("[^A-Za-z0-9._-]", "_");
    return Path.of(System.getProperty("java.io.tmpdir"), "tokenstorm-" + user, "recorder");
  }

  /**
   * A new folder for this process; those of processes that have ended are deleted.
   *
   * @throws IOException if there can be none
   */
  static RecorderHome open(Path base) throws IOException {
    Files.createDirectories(base);
    try (FileChannel all = lockFile(base.resolve(ALL));
        FileLock ignored = all.lock()) {
      sweep(base);
      Path folder = Files.createTempDirectory(base, ProcessHandle.current().pid() + "-");
      FileChannel alive = lockFile(folder.resolve(OWN));
      if (alive.tryLock() == null) {
        alive.close();
        throw new IOException("another process holds the lock of " + folder);
      }
      return new RecorderHome(folder, alive);
    }
  }

  private static FileChannel lockFile(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static void sweep(Path base) throws IOException {
    for (Path folder : FolderTree.foldersIn(base)) {
      try (FileChannel channel = lockFile(folder.resolve(OWN));
          FileLock free = channel.tryLock()) {
        if (free != null) {
          FolderTree.delete(folder);
        }
      } catch (OverlappingFileLockException e) {
        LOG.debug("{} is of this very process", folder);
      } catch (IOException e) {
        LOG.debug("what a process that has ended left in {} cannot be deleted", folder, e);
      }
    }
  }

  /** Where the files belong. */
  Path folder() {
    return folder;
  }

  /**
   * Keeps the lock as long as the process lives. If that ends in good order the recorder deletes
   * its files, and then the folder goes.
   */
  void keepToTheEnd() {
    KEPT.add(this);
    // last registered, first deleted; after all shutdown hooks, the recorder's included
    folder.toFile().deleteOnExit();
    folder.resolve(OWN).toFile().deleteOnExit();
  }

  /** Gives the lock back; the folder may be deleted by anybody. */
  void close() throws IOException {
    alive.close();
  }
}
