package io.tokenstorm.worker.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn to rehearse: the processes of one user on one machine rehearse one after the other. All at
 * once they would leave each other too little of it to get anything compiled, and the cluster too
 * little to join. The lock is the operating system's, so a killed process gives its turn back.
 *
 * <p>Only a courtesy: who may wait no longer, or cannot use the file, goes on without.
 */
final class RehearsalTurn implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RehearsalTurn.class);
  private static final Duration ASK_EVERY = Duration.ofMillis(50);

  private final @Nullable FileChannel channel;
  private final @Nullable FileLock lock;

  private RehearsalTurn(@Nullable FileChannel channel, @Nullable FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /** How somebody waits for a turn. */
  interface Waiting {
    /**
     * Waits for at most so long.
     *
     * @return whether to go on waiting
     */
    boolean on(Duration longest) throws InterruptedException;
  }

  /** Where the turns of this user on this machine are taken. */
  static Path place() {
    String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    return Path.of(System.getProperty("java.io.tmpdir"), "tokenstorm-rehearsal-" + user + ".lock");
  }

  /** Waits for a turn; returns without one as soon as {@code waiting} says so. */
  static RehearsalTurn take(Path place, Waiting waiting) throws InterruptedException {
    FileChannel channel = null;
    try {
      channel = FileChannel.open(place, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      while (lock == null && waiting.on(ASK_EVERY)) {
        lock = tryLock(channel);
      }
      return new RehearsalTurn(channel, lock);
    } catch (IOException e) {
      LOG.info("rehearses without waiting for other processes: {}", e.toString());
      return new RehearsalTurn(channel, null);
    }
  }

  /** Null while another one has the turn. */
  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // somebody in this very process
    }
  }

  /** Whether this is a turn, and not the end of patience. */
  boolean isTaken() {
    return lock != null;
  }

  @Override
  public void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      LOG.debug("Giving the turn back: {}", e.toString());
    }
  }
}
