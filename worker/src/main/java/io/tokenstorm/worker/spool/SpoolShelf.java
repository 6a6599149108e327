package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.file.FolderTree;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.SpoolKey;
import io.tokenstorm.protocol.spool.SpoolReader;
import io.tokenstorm.protocol.wire.HeldSpool;
import io.tokenstorm.protocol.wire.WorkerProtocol.PullRecords;
import io.tokenstorm.worker.follow.PhaseBook;
import io.tokenstorm.worker.follow.RunBooks;
import io.tokenstorm.worker.lease.IssueCounter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All spools of one worker process: that of the current run, and those still held from earlier
 * incarnations and from processes that died. Outlives the actor systems. Thread-safe.
 */
public final class SpoolShelf implements RunBooks, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SpoolShelf.class);

  private record Entry(String run, String processKey, int incarnation) {}

  private final String worker;
  private final String processKey;
  private final SpoolHome home;
  private final SpoolSettings settings;
  private final Consumer<RequestRecord> tap;
  private final Map<Entry, SpoolSource> spools = new HashMap<>();
  private int incarnation;

  private SpoolShelf(
      String worker, String processKey, SpoolHome home, Consumer<RequestRecord> tap) {
    this.worker = worker;
    this.processKey = processKey;
    this.home = home;
    this.settings = SpoolSettings.DEFAULT;
    this.tap = tap;
  }

  /**
   * Opens the shelf of this process and adopts what dead processes of the same worker left.
   *
   * @param base directory of all spools on this machine
   * @param processKey tells this process from others with the same id
   * @param tap sees each record once, on a writer's thread
   * @throws IOException if the directory cannot be used
   */
  public static SpoolShelf open(
      Path base, String worker, String processKey, Consumer<RequestRecord> tap) throws IOException {
    SpoolHome home = SpoolHome.create(base, worker, processKey);
    SpoolShelf shelf = new SpoolShelf(worker, processKey, home, tap);
    home.adoptOrphans();
    shelf.readHeld();
    return shelf;
  }

  /** Where the spools lie; see {@link SpoolKey#directoryBelow}. */
  public Path path() {
    return home.directory();
  }

  /** Seals the spools of the last incarnation and begins the next one, which this returns. */
  public synchronized int nextIncarnation() {
    sealLive();
    incarnation++;
    return incarnation;
  }

  /** The spools of earlier incarnations. */
  public synchronized List<HeldSpool> held() {
    List<HeldSpool> held = new ArrayList<>();
    spools.forEach(
        (entry, spool) -> {
          if (!(entry.processKey().equals(processKey) && entry.incarnation() == incarnation)) {
            held.add(
                new HeldSpool(
                    entry.run(),
                    entry.processKey(),
                    entry.incarnation(),
                    spool.endSeq(),
                    spool.issued()));
          }
        });
    return held;
  }

  /** The spool that is demanded, or null if it is not here (any more). */
  public synchronized @Nullable SpoolSource find(PullRecords demand) {
    return spools.get(new Entry(demand.run(), demand.processKey(), demand.incarnation()));
  }

  /** The spool of a run in the current incarnation, or null if it was not opened. */
  public synchronized @Nullable RecordSpool current(String run) {
    return (RecordSpool) spools.get(new Entry(run, processKey, incarnation));
  }

  @Override
  public synchronized PhaseBook open(String run, int epoch, int phase) throws IOException {
    RecordSpool spool = current(run);
    if (spool == null) {
      SpoolKey key = new SpoolKey(worker, run, incarnation, processKey);
      spool = RecordSpool.create(key.directoryBelow(path()), key, settings, tap);
      spools.put(new Entry(run, processKey, incarnation), spool);
    }
    return new SpoolBook(spool, epoch, phase);
  }

  @Override
  public synchronized long spooledSeq(String run) {
    SpoolSource spool = current(run);
    return spool == null ? 0 : spool.endSeq();
  }

  /** Whether the coordinator has acknowledged all records of the current incarnation. */
  public synchronized boolean isHandedIn() {
    return spools.values().stream()
        .allMatch(spool -> !(spool instanceof RecordSpool live) || live.isHandedIn());
  }

  /** Deletes all spools of a run. */
  public synchronized void release(String run) throws IOException {
    for (Iterator<Map.Entry<Entry, SpoolSource>> all = spools.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Entry, SpoolSource> next = all.next();
      if (next.getKey().run().equals(run)) {
        all.remove();
        closeQuietly(next.getValue());
      }
    }
    if (SpoolKey.isName(run)) {
      FolderTree.delete(path().resolve(run));
    }
  }

  /** Seals what is live; deletes the home if nothing is held in it. */
  @Override
  public synchronized void close() throws IOException {
    sealLive();
    spools.values().forEach(SpoolShelf::closeQuietly);
    if (home.isEmpty()) {
      FolderTree.delete(path());
    } else {
      LOG.info("{} keeps records for the next worker of this id", path());
    }
    home.close();
  }

  private void sealLive() {
    for (SpoolSource spool : spools.values()) {
      if (spool instanceof RecordSpool live) {
        live.seal();
      }
    }
  }

  private void readHeld() throws IOException {
    for (Path run : FolderTree.foldersIn(path())) {
      for (Path directory : FolderTree.foldersIn(run)) {
        try {
          SpoolReader reader = SpoolReader.open(directory);
          SpoolKey key = reader.key();
          spools.put(
              new Entry(key.run(), key.processKey(), key.incarnation()), new AdoptedSpool(reader));
          incarnation = Math.max(incarnation, key.incarnation());
          LOG.info("{} holds {} records of run {}", directory, reader.endSeq(), key.run());
        } catch (IOException e) {
          LOG.warn("{} is no spool that can be read; it is left alone", directory, e);
        }
      }
    }
  }

  private static void closeQuietly(SpoolSource spool) {
    try {
      if (spool instanceof RecordSpool live) {
        live.close();
      } else if (spool instanceof AdoptedSpool adopted) {
        adopted.close();
      }
    } catch (IOException e) {
      LOG.warn("cannot close a spool", e);
    }
  }

  private record SpoolBook(RecordSpool spool, int epoch, int phase) implements PhaseBook {
    @Override
    public IssueCounter issued(LoadStage stage) {
      return spool.issued(epoch, phase, stage);
    }

    @Override
    public long recorded(LoadStage stage) {
      return spool.recorded(epoch, phase, stage);
    }

    @Override
    public long lost(LoadStage stage) {
      return spool.lost(epoch, phase, stage);
    }

    @Override
    public String problem() {
      return spool.problem();
    }
  }
}
