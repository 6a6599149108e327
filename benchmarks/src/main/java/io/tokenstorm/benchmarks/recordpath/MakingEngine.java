package io.tokenstorm.benchmarks.recordpath;

import io.tokenstorm.worker.load.EngineStatus;
import io.tokenstorm.worker.load.LoadEngine;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.RecordSink;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import io.tokenstorm.worker.spool.RecordSpool;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An engine that sends nothing: each request the gate allows is finished at once, with a record
 * that is made up. It waits when the spool's writer is behind, so that no record is refused.
 */
final class MakingEngine implements LoadEngine {
  /** Heap that records may take on their way to the spool's writer. */
  private static final long AHEAD_BYTES = 8L << 20;

  private static final long PAUSE_NANOS = 200_000;

  private final int gaps;
  private final Thread thread = new Thread(this::run, "maker");
  private volatile @Nullable Part part;
  private volatile boolean closed;

  /** What is made now; used by the one thread only. */
  private static final class Part {
    private final PhaseWork work;
    private final SendGate gate;
    private final RecordSpool spool;
    private final MadeUpRequests requests;
    private long made;

    Part(PhaseWork work, SendGate gate, RecordSpool spool, int gaps) {
      this.work = work;
      this.gate = gate;
      this.spool = spool;
      this.requests = new MadeUpRequests(work, gaps);
      this.made = spool.endSeq();
    }

    boolean isAhead() {
      return made - spool.endSeq() > AHEAD_BYTES / (320 + 8L * requests.gaps());
    }

    /** One request a slot, where it is allowed; false if none was. */
    boolean makeRound() {
      boolean any = false;
      int first = work.slots().first();
      for (int slot = first; slot < first + work.slots().count(); slot++) {
        long nanos = System.nanoTime();
        if (gate.ask(slot, nanos) instanceof SendDecision.Send send) {
          spool.accept(requests.next(slot, send, nanos));
          made++;
          any = true;
        }
      }
      return any;
    }
  }

  MakingEngine(int gaps) {
    this.gaps = gaps;
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void prepare(PhaseWork work, SendGate gate, RecordSink sink) {
    part = new Part(work, gate, (RecordSpool) sink, gaps);
  }

  private void run() {
    while (!closed) {
      Part now = part;
      if (now == null || now.isAhead() || !now.makeRound()) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  @Override
  public void gateChanged() {
    LockSupport.unpark(thread);
  }

  @Override
  public void cut() {}

  @Override
  public EngineStatus status() {
    return new EngineStatus(part != null, 0, 0, "");
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
