package io.tokenstorm.cluster.simulation.disk;

import io.tokenstorm.cluster.simulation.history.Holder;
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
  private final Map<Writer, Map<String, VirtualSpool>> spools = new TreeMap<>();
  private boolean full;

  /** Who wrote a spool: one incarnation of one process. */
  private record Writer(int incarnation, String processKey) implements Comparable<Writer> {
    static Writer of(Holder holder) {
      return new Writer(holder.incarnation(), holder.processKey());
    }

    @Override
    public int compareTo(Writer other) {
      int order = Integer.compare(incarnation, other.incarnation);
      return order == 0 ? processKey.compareTo(other.processKey) : order;
    }
  }

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
    return spools.keySet().stream().mapToInt(Writer::incarnation).max().orElse(0);
  }

  /** The spool that somebody wrote, or null if it is not here. */
  public VirtualSpool find(String run, String processKey, int incarnation) {
    return spools.getOrDefault(new Writer(incarnation, processKey), Map.of()).get(run);
  }

  /** The spools that others than one wrote. */
  public List<HeldSpool> heldBeside(Holder holder) {
    List<HeldSpool> held = new ArrayList<>();
    spools.forEach(
        (of, runs) -> {
          if (!of.equals(Writer.of(holder))) {
            runs.forEach((run, spool) -> held.add(held(of, run, spool)));
          }
        });
    return held;
  }

  private static HeldSpool held(Writer of, String run, VirtualSpool spool) {
    return new HeldSpool(run, of.processKey(), of.incarnation(), spool.endSeq(), spool.issued());
  }

  /** Deletes the spools of a run. */
  public void release(String run) {
    spools.values().forEach(runs -> runs.remove(run));
  }

  /** The books of one incarnation. */
  public RunBooks books(Holder holder) {
    return new RunBooks() {
      @Override
      public PhaseBook open(String run, int epoch, int phase) {
        return current(run, holder).book(epoch, phase);
      }

      @Override
      public long spooledSeq(String run) {
        VirtualSpool spool = find(run, holder.processKey(), holder.incarnation());
        return spool == null ? 0 : spool.endSeq();
      }
    };
  }

  /** The spool of a run in an incarnation, made if it is not there. */
  public VirtualSpool current(String run, Holder holder) {
    return spools
        .computeIfAbsent(Writer.of(holder), i -> new TreeMap<>())
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
