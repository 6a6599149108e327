package io.tokenstorm.cluster.simulation.disk;

import io.tokenstorm.protocol.wire.HeldSpool;
import io.tokenstorm.worker.follow.PhaseBook;
import io.tokenstorm.worker.follow.RunBooks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All spools of one worker on its machine's disk; outlives its processes, unless it breaks. */
public final class SpoolDisk {
  private final Map<Integer, Map<String, VirtualSpool>> spools = new TreeMap<>();
  private boolean full;

  /** The disk breaks: all is gone, and a new one is empty. */
  public void lose() {
    spools.clear();
  }

  /** No record is written any more. */
  public void fill() {
    full = true;
    all().forEach(VirtualSpool::fill);
  }

  /** The process died: what it had not written is gone. */
  public void abandon() {
    all().forEach(VirtualSpool::abandon);
  }

  public void flush() {
    all().forEach(VirtualSpool::flush);
  }

  private Stream<VirtualSpool> all() {
    return spools.values().stream().flatMap(runs -> runs.values().stream());
  }

  /** The highest incarnation that left a spool; 0 if none did. */
  public int highestIncarnation() {
    return spools.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** One spool, or null if it is not here. */
  public VirtualSpool find(String run, int incarnation) {
    return spools.getOrDefault(incarnation, Map.of()).get(run);
  }

  /** The spools of incarnations before one. */
  public List<HeldSpool> heldBefore(int incarnation) {
    List<HeldSpool> held = new ArrayList<>();
    spools.forEach(
        (of, runs) -> {
          if (of < incarnation) {
            runs.forEach(
                (run, spool) -> held.add(new HeldSpool(run, of, spool.endSeq(), spool.issued())));
          }
        });
    return held;
  }

  /** Deletes the spools of a run. */
  public void release(String run) {
    spools.values().forEach(runs -> runs.remove(run));
  }

  /** The books of one incarnation. */
  public RunBooks books(int incarnation) {
    return new RunBooks() {
      @Override
      public PhaseBook open(String run, int epoch, int phase) {
        return current(run, incarnation).book(epoch, phase);
      }

      @Override
      public long spooledSeq(String run) {
        VirtualSpool spool = find(run, incarnation);
        return spool == null ? 0 : spool.endSeq();
      }
    };
  }

  /** The spool of a run in an incarnation, made if it is not there. */
  public VirtualSpool current(String run, int incarnation) {
    return spools
        .computeIfAbsent(incarnation, i -> new TreeMap<>())
        .computeIfAbsent(
            run,
            r -> {
              VirtualSpool spool = new VirtualSpool();
              if (full) {
                spool.fill();
              }
              return spool;
            });
  }
}
