package io.tokenstorm.cluster.simulation.history;

import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import java.util.ArrayList;
import java.util.List;

/** Many witnesses as one. */
public final class Witnesses implements Witness {
  private final List<Witness> all = new ArrayList<>();

  public void add(Witness witness) {
    all.add(witness);
  }

  @Override
  public void directed(Holder to, Directive directive, long ticker) {
    all.forEach(w -> w.directed(to, directive, ticker));
  }

  @Override
  public void reached(Holder worker, Directive directive) {
    all.forEach(w -> w.reached(worker, directive));
  }

  @Override
  public void stands(Holder worker, WorkerStatus status) {
    all.forEach(w -> w.stands(worker, status));
  }

  @Override
  public void prepares(Holder worker, String run, int epoch, SlotRange slots) {
    all.forEach(w -> w.prepares(worker, run, epoch, slots));
  }

  @Override
  public void sends(Holder worker, RequestId request, long ticker) {
    all.forEach(w -> w.sends(worker, request, ticker));
  }

  @Override
  public void arrives(RequestId request) {
    all.forEach(w -> w.arrives(request));
  }

  @Override
  public void leaves(RequestId request) {
    all.forEach(w -> w.leaves(request));
  }

  @Override
  public void noted(String run, RunEvent event) {
    all.forEach(w -> w.noted(run, event));
  }

  @Override
  public void stored(SpoolId spool, long seq, RequestRecord record) {
    all.forEach(w -> w.stored(spool, seq, record));
  }

  @Override
  public void cancels(String run, boolean force) {
    all.forEach(w -> w.cancels(run, force));
  }

  @Override
  public void ended(String run, EndReason reason) {
    all.forEach(w -> w.ended(run, reason));
  }

  @Override
  public void faulted(String what, String who) {
    all.forEach(w -> w.faulted(what, who));
  }

  @Override
  public void healed(String what, String who) {
    all.forEach(w -> w.healed(what, who));
  }

  @Override
  public void over() {
    all.forEach(Witness::over);
  }
}
