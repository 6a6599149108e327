package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.world.Chance;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.follow.Assignment;
import io.tokenstorm.worker.load.EngineStatus;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Makes load by the gate's leave, a slot at a time, as the real engine does. */
final class VirtualEngine {
  private static final Outcome TIMED_OUT = new Outcome.Failed(ErrorKind.TIMEOUT_TOTAL, 0, "");

  private final VirtualWorker worker;
  private final VirtualReplicas replicas;
  private final Witness witness;
  private final Holder holder;
  private final Duration totalTimeout;
  private final BiConsumer<String, RequestRecord> records;
  private List<VirtualSlot> slots = List.of();
  private Assignment assignment;
  private SendGate gate;
  private boolean prepared;

  /**
   * @param records takes the record of each request that has ended, by run
   */
  VirtualEngine(
      VirtualWorker worker, VirtualReplicas replicas, BiConsumer<String, RequestRecord> records) {
    this.worker = worker;
    this.replicas = replicas;
    this.witness = worker.world().witness();
    this.records = records;
    this.holder = worker.holder();
    this.totalTimeout = worker.setting().totalTimeout();
  }

  void prepare(Assignment next, SendGate by) {
    cut();
    witness.prepares(holder, next.run(), next.epoch(), next.slots());
    assignment = next;
    gate = by;
    prepared = false;
    slots = new ArrayList<>();
    for (int i = 0; i < next.slots().count(); i++) {
      slots.add(new VirtualSlot(next.slots().first() + i));
    }
    worker.after(
        Duration.ofNanos(chance().between(0, worker.traits().preparing().toNanos())),
        () -> ready(next));
  }

  private void ready(Assignment which) {
    if (which.equals(assignment)) {
      prepared = true;
      gateChanged();
      worker.noteworthy();
    }
  }

  void gateChanged() {
    for (VirtualSlot slot : slots) {
      ask(slot);
    }
  }

  /** Ends all that runs. */
  void cut() {
    for (VirtualSlot slot : slots) {
      if (slot.isBusy()) {
        slot.hangUp();
        end(slot, Outcome.CUT);
      }
    }
  }

  /** It is no more: the kernel closes its connections, and nobody keeps a record. */
  void abandon() {
    slots.forEach(VirtualSlot::abandon);
    slots = List.of();
    assignment = null;
  }

  EngineStatus status() {
    int inFlight = 0;
    for (VirtualSlot slot : slots) {
      inFlight += slot.isBusy() ? 1 : 0;
    }
    return new EngineStatus(prepared, inFlight, slots.size(), "");
  }

  private Chance chance() {
    return worker.world().chance();
  }

  private void ask(VirtualSlot slot) {
    if (slot.isBusy() || !prepared) {
      return;
    }
    long now = worker.tickerNanos();
    SendDecision decision = gate.ask(slot.number, now);
    if (decision instanceof SendDecision.Send send) {
      send(slot, send, now);
    } else if (decision instanceof SendDecision.WaitUntil wait) {
      wake(slot, wait.nanos());
    }
  }

  private void wake(VirtualSlot slot, long atNanos) {
    if (atNanos < slot.wakesAtNanos) {
      slot.wakesAtNanos = atNanos;
      worker.at(worker.clock().trueTimeOf(atNanos), () -> woken(slot, atNanos));
    }
  }

  private void woken(VirtualSlot slot, long atNanos) {
    if (slot.wakesAtNanos == atNanos) {
      slot.wakesAtNanos = Long.MAX_VALUE;
    }
    if (slots.contains(slot)) {
      ask(slot);
    }
  }

  private void send(VirtualSlot slot, SendDecision.Send send, long now) {
    RequestKey key =
        new RequestKey(
            assignment.epoch(), assignment.phase(), send.stage(), slot.number, send.ordinal());
    RequestId request = new RequestId(assignment.run(), key);
    slot.begin(request, now);
    witness.sends(holder, request, now);
    if (chance().of(worker.traits().connecting())) {
      SendGate asked = gate;
      worker.after(chance().millis(1, 30), () -> connected(slot, request, asked));
    } else {
      write(slot, request);
    }
    if (worker.setting().mayTimeOut()) {
      worker.at(
          worker.clock().trueTimeOf(now + totalTimeout.toNanos()), () -> timeOut(slot, request));
    }
  }

  private void connected(VirtualSlot slot, RequestId request, SendGate asked) {
    if (!slot.isBusyWith(request)) {
      return;
    }
    if (asked.leaseHolds(worker.tickerNanos())) {
      write(slot, request);
    } else {
      end(slot, Outcome.CUT);
      ask(slot);
    }
  }

  private void write(VirtualSlot slot, RequestId request) {
    slot.on(
        replicas.send(
            request,
            outcome -> worker.after(Duration.ZERO, () -> answered(slot, request, outcome))));
  }

  private void answered(VirtualSlot slot, RequestId request, Outcome outcome) {
    if (slot.isBusyWith(request)) {
      end(slot, outcome);
      ask(slot);
    }
  }

  private void timeOut(VirtualSlot slot, RequestId request) {
    if (slot.isBusyWith(request)) {
      slot.hangUp();
      end(slot, TIMED_OUT);
      ask(slot);
    }
  }

  private void end(VirtualSlot slot, Outcome outcome) {
    records.accept(assignment.run(), slot.end(outcome, worker.tickerNanos()));
  }
}
