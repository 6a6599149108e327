package io.tokenstorm.worker.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import io.tokenstorm.protocol.wire.WorkerProtocol.PullRecords;
import io.tokenstorm.worker.spool.SpoolShelf;
import io.tokenstorm.worker.spool.SpoolSource;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers demands for records, on a thread that may wait for the disk. Sends nothing unasked, and
 * keeps no state between demands: one that is repeated is answered again.
 */
final class RecordSender extends AbstractBehavior<RecordSender.Command> {
  private static final Logger LOG = LoggerFactory.getLogger(RecordSender.class);

  /**
   * Well below the frame of the cluster's transport, and three seconds of a link of 256 kbit/s: a
   * batch is what arrives or does not.
   */
  static final BatchLimit BATCH = new BatchLimit(512, 96 * 1024);

  /** Messages to this actor. */
  sealed interface Command {}

  /** Records are demanded. */
  record Pull(PullRecords demand) implements Command {}

  /** The records of a run may be deleted. */
  record Release(String run) implements Command {}

  private final String worker;
  private final SpoolShelf spools;
  private final ActorRef<CoordinatorProtocol> coordinator;

  static Behavior<Command> create(
      String worker, SpoolShelf spools, ActorRef<CoordinatorProtocol> coordinator) {
    return Behaviors.setup(ctx -> new RecordSender(ctx, worker, spools, coordinator));
  }

  private RecordSender(
      ActorContext<Command> ctx,
      String worker,
      SpoolShelf spools,
      ActorRef<CoordinatorProtocol> coordinator) {
    super(ctx);
    this.worker = worker;
    this.spools = spools;
    this.coordinator = coordinator;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Pull.class, this::onPull)
        .onMessage(Release.class, this::onRelease)
        .build();
  }

  private Behavior<Command> onPull(Pull pull) {
    PullRecords demand = pull.demand();
    SpoolSource spool = spools.find(demand);
    if (spool == null) {
      LOG.debug("no spool for {}", demand);
      return this;
    }
    try {
      spool.acknowledge(demand.fromSeq());
      send(demand, spool);
    } catch (IOException e) {
      LOG.error("cannot read the spool of run {}", demand.run(), e);
    }
    return this;
  }

  private void send(PullRecords demand, SpoolSource spool) throws IOException {
    long seq = demand.fromSeq();
    for (int batch = 0; batch < demand.maxBatches(); batch++) {
      List<RequestRecord> records = spool.read(seq, BATCH);
      if (records.isEmpty()) {
        return;
      }
      coordinator.tell(
          new RecordBatch(
              worker, demand.processKey(), demand.incarnation(), demand.run(), seq, records));
      seq += records.size();
    }
  }

  private Behavior<Command> onRelease(Release release) {
    try {
      spools.release(release.run());
    } catch (IOException e) {
      LOG.warn("cannot delete the spools of run {}", release.run(), e);
    }
    return this;
  }
}
