package io.tokenstorm.cluster.simulation.disk;

import io.tokenstorm.coordinator.ledger.Window;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.worker.follow.PhaseBook;
import io.tokenstorm.worker.lease.IssueCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The spool of one run in one incarnation. Counts and written records are on the disk and outlive
 * the process; what is only queued dies with it.
 */
public final class VirtualSpool {
  private final List<RequestRecord> written = new ArrayList<>();
  private final List<RequestRecord> queued = new ArrayList<>();
  private final Map<Window, Count> counts = new HashMap<>();
  private boolean full;

  /** The counts of one window. */
  private static final class Count implements IssueCounter {
    long issued;
    long recorded;
    long lost;

    @Override
    public void increment() {
      issued++;
    }

    @Override
    public long value() {
      return issued;
    }
  }

  /** The disk takes no record any more; counts have their place already. */
  void fill() {
    full = true;
  }

  public void offer(RequestRecord record) {
    queued.add(record);
  }

  /** Writes what is queued. */
  void flush() {
    for (RequestRecord record : queued) {
      Count count = count(Window.of(record.key()));
      if (full) {
        count.lost++;
      } else {
        written.add(record);
        count.recorded++;
      }
    }
    queued.clear();
  }

  /** The process died: what was queued is gone. */
  void abandon() {
    queued.clear();
  }

  public long endSeq() {
    return written.size();
  }

  /** Consecutive records from one on; none if it is not there. */
  public List<RequestRecord> read(long fromSeq, int most) {
    int from = (int) Math.min(fromSeq, written.size());
    return List.copyOf(written.subList(from, Math.min(written.size(), from + most)));
  }

  public List<IssuedCount> issued() {
    List<IssuedCount> all = new ArrayList<>();
    counts.forEach((w, c) -> all.add(new IssuedCount(w.epoch(), w.phase(), w.stage(), c.issued)));
    return all;
  }

  PhaseBook book(int epoch, int phase) {
    return new PhaseBook() {
      @Override
      public IssueCounter issued(LoadStage stage) {
        return count(new Window(epoch, phase, stage));
      }

      @Override
      public long recorded(LoadStage stage) {
        return count(new Window(epoch, phase, stage)).recorded;
      }

      @Override
      public long lost(LoadStage stage) {
        return count(new Window(epoch, phase, stage)).lost;
      }

      @Override
      public String problem() {
        return full ? "cannot write the spool: no space left on device" : "";
      }
    };
  }

  private Count count(Window window) {
    return counts.computeIfAbsent(window, w -> new Count());
  }
}
