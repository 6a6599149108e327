package io.tokenstorm.worker.follow;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.worker.lease.CountingCounter;
import io.tokenstorm.worker.lease.IssueCounter;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Books in memory; may be told to fail. */
final class MemoryBooks implements RunBooks {
  final Map<String, MemoryBook> opened = new HashMap<>();
  boolean broken;
  long spooledSeq;

  @Override
  public PhaseBook open(String run, int epoch, int phase) throws IOException {
    if (broken) {
      throw new IOException("no space left on /spool");
    }
    return opened.computeIfAbsent(run + '/' + epoch + '/' + phase, key -> new MemoryBook());
  }

  @Override
  public long spooledSeq(String run) {
    return spooledSeq;
  }

  static final class MemoryBook implements PhaseBook {
    private final CountingCounter warmup = new CountingCounter();
    private final CountingCounter measure = new CountingCounter();
    long recorded;
    String problem = "";

    @Override
    public IssueCounter issued(LoadStage stage) {
      return stage == LoadStage.WARMUP ? warmup : measure;
    }

    @Override
    public long recorded(LoadStage stage) {
      return recorded;
    }

    @Override
    public long lost(LoadStage stage) {
      return 0;
    }

    @Override
    public String problem() {
      return problem;
    }
  }
}
