package io.tokenstorm.worker.slot;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.answer.EventCounts;
import io.tokenstorm.worker.answer.Exchange;
import io.tokenstorm.worker.answer.ExchangeSettings;
import io.tokenstorm.worker.http.ResponseReader.Ending;
import io.tokenstorm.worker.link.ClientListener;
import io.tokenstorm.worker.link.ReplicaClient;
import io.tokenstorm.worker.load.SendDecision;
import org.jspecify.annotations.Nullable;

/**
 * One closed loop: free → ask the gate → send → read → record → free. Owns one connection; never
 * has more than one request under way; never sends a request twice. All calls on one thread.
 */
public final class SlotLoop implements ClientListener {
  /** How long the rest of a body may take after the outcome is known. */
  static final long DRAIN_NANOS = 1_000_000_000L;

  private static final long REOPEN_NANOS = 500_000_000L;

  private final int slot;
  private final SlotPhase phase;
  private final SlotConnection connection;
  private final SlotEvents events;
  private final SlotTimer timer;
  private final Exchange exchange;
  private final RequestLimits limits;
  private final FailurePause pause = new FailurePause();
  private SlotState state = SlotState.NEW;
  private final Waiting waiting = new Waiting();
  private final NextPrompt nextPrompt;
  private boolean prepared;
  private boolean recordTaken = true;
  private @Nullable Prompt prompt;
  private String requestId = "";

  public SlotLoop(
      int slot,
      SlotPhase phase,
      ExchangeSettings settings,
      ReplicaClient.Factory clients,
      SlotSurroundings around) {
    this.slot = slot;
    this.phase = phase;
    this.exchange = new Exchange(settings);
    this.limits = new RequestLimits(phase.timeouts());
    this.nextPrompt =
        new NextPrompt(slot, phase.prompts(), () -> around.execute(this::onPromptReady));
    this.events = around.events();
    this.connection =
        new SlotConnection(clients.create(this, exchange), phase.counters(), phase.keepAlive());
    this.timer = around.timer(this::onTimer);
  }

  /** Tries to connect; the gate is asked as soon as that has succeeded or failed. */
  public void start() {
    state = SlotState.OPENING;
    limits.start(now());
    open();
  }

  private void open() {
    waiting.reopened();
    connection.connect();
    arm();
  }

  @Override
  public void onOpen(long nanos) {
    connection.opened();
    if (state == SlotState.OPENING) {
      connection.release(true);
      events.opened("");
      becomeFree(nanos);
    } else if (state == SlotState.CONNECTING) {
      exchange.connected(nanos);
      if (!write()) {
        exchange.broke(false, "closed before the request was written", now());
        conclude(false, now());
      }
    }
  }

  @Override
  public void onOpenFailed(ErrorKind kind, String detail, long nanos) {
    connection.gone();
    if (state == SlotState.OPENING) {
      events.opened(kind.label() + ": " + detail);
      becomeFree(nanos);
    } else if (state == SlotState.CONNECTING) {
      exchange.failed(kind, detail, nanos);
      conclude(false, nanos);
    } else {
      reopenSoon(nanos);
    }
  }

  private void becomeFree(long nanos) {
    waiting.freeAt(nanos);
    state = SlotState.FREE;
    tryNext();
  }

  /** The gate changed at {@code nanos}: a waiting slot asks again. */
  public void gateChanged(long nanos) {
    if (state == SlotState.FREE && waiting.isForGate()) {
      waiting.askAgain(nanos);
      tryNext();
    }
  }

  private void tryNext() {
    if (state != SlotState.FREE || !recordTaken || waiting.isForGate() || !hasPrompt()) {
      return;
    }
    long now = now();
    if (!waiting.isFree(now)) {
      arm();
      return;
    }
    SendDecision decision = phase.gate().ask(slot, now);
    if (decision instanceof SendDecision.Send send) {
      send(send, now);
    } else {
      waiting.forGate(decision);
      if (connection.isMissing()) {
        waiting.reopenBy(now + REOPEN_NANOS);
      }
      arm();
    }
  }

  private boolean hasPrompt() {
    boolean ready = nextPrompt.isReady();
    if (ready && !prepared) {
      prepared = true;
      events.prepared();
    }
    return ready;
  }

  private void onPromptReady() {
    nextPrompt.arrived();
    tryNext();
  }

  private void send(SendDecision.Send send, long now) {
    prompt = nextPrompt.take(send.ordinal());
    RequestKey key =
        new RequestKey(phase.epoch(), phase.phase(), send.stage(), slot, send.ordinal());
    requestId = key.requestId(phase.run());
    exchange.start(key, waiting.intended(), now);
    limits.start(now);
    phase.counters().sent();
    if (!write()) {
      state = SlotState.CONNECTING;
      if (connection.isOpening()) {
        arm();
      } else {
        open();
      }
    }
  }

  /**
   * Writes the request, unless the lease has lapsed since the gate was asked: a connect takes its
   * time, and a process may stand still between any two lines.
   *
   * @return false if there is no connection to write to
   */
  private boolean write() {
    Prompt text = prompt;
    if (text == null || !connection.isFresh()) {
      return false;
    }
    long now = now();
    if (!phase.gate().leaseHolds(now)) {
      exchange.cut(now);
      conclude(true, now);
      return true;
    }
    if (!connection.send(text, requestId)) {
      return false;
    }
    long written = now();
    prompt = null;
    exchange.written(written);
    limits.activity(written);
    state = SlotState.SENT;
    arm();
    return true;
  }

  @Override
  public void arrived(int wireBytes, long nanos) {
    if (state.underWay()) {
      limits.activity(nanos);
      exchange.arrived(wireBytes, nanos);
    } else {
      connection.close(); // nobody asked for these bytes
      reopenSoon(nanos);
    }
  }

  @Override
  public void settle(boolean reusable) {
    if (!state.underWay()) {
      return;
    }
    if (exchange.bodyEnded()) {
      conclude(reusable, exchange.lastNanos());
    } else if (exchange.overlong()) {
      conclude(false, exchange.lastNanos());
    } else if (exchange.decided() && state == SlotState.SENT) {
      state = SlotState.DRAINING;
      arm();
    } else if (exchange.refused() && limits.refused(exchange.lastNanos())) {
      arm();
    }
  }

  @Override
  public void onViolation(String detail) {
    if (state.underWay()) {
      exchange.violated(detail);
      conclude(false, exchange.lastNanos());
    }
  }

  @Override
  public void onConnectionEnd(Ending ending, long nanos) {
    if (state.underWay()) {
      exchange.ended(ending, nanos);
    }
    connectionGone(nanos);
  }

  @Override
  public void onConnectionBroken(boolean begun, String detail, long nanos) {
    if (state.underWay()) {
      exchange.broke(begun, detail, nanos);
    }
    connectionGone(nanos);
  }

  private void connectionGone(long nanos) {
    connection.gone();
    if (state.underWay()) {
      conclude(false, nanos);
    } else {
      reopenSoon(nanos);
    }
  }

  /** An idle connection is gone: a fresh one is to stand ready when the gate opens. */
  private void reopenSoon(long nanos) {
    if (state == SlotState.FREE && connection.isMissing()) {
      waiting.reopenBy(nanos + REOPEN_NANOS);
      arm();
    }
  }

  /** Ends the request: its record goes out, the slot is free once it was taken. */
  private void conclude(boolean reusable, long nanos) {
    connection.release(reusable);
    if (exchange.refusesUsage()) {
      phase.counters().usageRefused();
      connection.withoutUsage();
    }
    RequestRecord record = exchange.record();
    long rest = pause.after(record.outcome() instanceof Outcome.Failed && !exchange.anyOutput());
    if (rest > 0) {
      phase.counters().paused();
    }
    state = SlotState.FREE;
    waiting.freeAt(nanos + rest);
    recordTaken = false;
    timer.cancel();
    events.finished(record);
  }

  /** The record of the last request has been handed over. */
  public void recordTaken() {
    recordTaken = true;
    phase.counters().taken();
    if (state == SlotState.STOPPED) {
      events.stopped();
    } else {
      tryNext();
    }
  }

  /** Ends a request under way, at once, and closes the connection. */
  public void cut() {
    long now = now();
    if (state == SlotState.CONNECTING || state.underWay()) {
      exchange.cut(now);
      conclude(false, now);
    } else {
      connection.close();
      if (state == SlotState.OPENING) {
        becomeFree(now);
      }
    }
  }

  /** Cuts and sends no more. */
  public void stop() {
    if (state == SlotState.STOPPED) {
      return;
    }
    if (state == SlotState.CONNECTING || state.underWay()) {
      cut();
    }
    connection.close();
    state = SlotState.STOPPED;
    timer.cancel();
    if (recordTaken) {
      events.stopped();
    }
  }

  /** Output-bearing events so far; may be read from any thread. */
  public EventCounts counts() {
    return exchange.counts();
  }

  private void arm() {
    long due =
        switch (state) {
          case FREE -> waiting.due(recordTaken && nextPrompt.held());
          case OPENING, CONNECTING, SENT -> limits.next(state.connects());
          case DRAINING -> drainEnd();
          case NEW, STOPPED -> Waiting.NEVER;
        };
    if (due == Waiting.NEVER) {
      timer.cancel();
    } else {
      timer.set(due);
    }
  }

  private long drainEnd() {
    return exchange.decidedNanos() + DRAIN_NANOS;
  }

  private void onTimer() {
    long now = now();
    switch (state) {
      case FREE -> onFreeTimer(now);
      case OPENING, CONNECTING, SENT -> onLimit(now);
      case DRAINING -> conclude(false, now);
      case NEW, STOPPED -> timer.cancel();
    }
  }

  private void onFreeTimer(long now) {
    if (waiting.reopens(now) && connection.isMissing()) {
      open();
    }
    if (waiting.asksAgain(now)) {
      waiting.askAgain(now);
    }
    if (waiting.isForGate()) {
      arm();
    } else {
      tryNext();
    }
  }

  private void onLimit(long now) {
    ErrorKind kind = limits.passed(now, state.connects());
    if (kind == null) {
      timer.set(Math.max(now, limits.next(state.connects())));
    } else if (state == SlotState.OPENING) {
      connection.close();
      onOpenFailed(kind, limits.text(kind), now);
    } else {
      exchange.failed(kind, limits.text(kind), now);
      conclude(false, now);
    }
  }

  private long now() {
    return phase.ticker().nanos();
  }
}
