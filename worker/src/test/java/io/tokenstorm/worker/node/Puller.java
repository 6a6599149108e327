package io.tokenstorm.worker.node;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import io.tokenstorm.protocol.wire.WorkerProtocol.PullRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Pulls one spool over a network that loses every third demand and batch, by a seed. Takes a batch
 * only if it goes on where the last one ended: no gap, no repeat.
 */
final class Puller {
  private final ScriptedCoordinator coordinator;
  private final String worker;
  private final String run;
  private final String processKey;
  private final int incarnation;
  private final Random losses;
  private final List<RequestRecord> records = new ArrayList<>();

  Puller(ScriptedCoordinator coordinator, String worker, String run, int incarnation, long seed) {
    this.processKey = coordinator.hello(worker).processKey();
    this.coordinator = coordinator;
    this.worker = worker;
    this.run = run;
    this.incarnation = incarnation;
    this.losses = new Random(seed);
    coordinator.listen(this::onMessage);
  }

  /** Demands what comes next, once or twice, or the demand gets lost. */
  synchronized void demand() {
    PullRecords next = demanding(2);
    for (int times = losses.nextInt(3); times > 0; times--) {
      coordinator.tell(worker, next);
    }
  }

  /** Acknowledges all it has. */
  synchronized void acknowledge() {
    coordinator.tell(worker, demanding(0));
  }

  private PullRecords demanding(int batches) {
    return new PullRecords(run, processKey, incarnation, records.size(), batches);
  }

  synchronized List<RequestRecord> records() {
    return List.copyOf(records);
  }

  synchronized int count() {
    return records.size();
  }

  private synchronized void onMessage(CoordinatorProtocol message) {
    if (message instanceof RecordBatch batch
        && batch.worker().equals(worker)
        && batch.run().equals(run)
        && batch.processKey().equals(processKey)
        && batch.incarnation() == incarnation
        && losses.nextInt(3) > 0
        && batch.firstSeq() == records.size()) {
      records.addAll(batch.records());
    }
  }
}
