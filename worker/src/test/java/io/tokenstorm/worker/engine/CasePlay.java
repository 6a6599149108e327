package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.CaseBook;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.cases.CaseServer.Truth;
import io.tokenstorm.worker.cases.QuirkCase;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * One case played to one engine by one slot, and its records held against the truth: a request that
 * arrived, once, must have become what was played to it says; one that did not arrive, what the
 * case says of those.
 */
final class CasePlay {
  private static final long GENEROUS_NANOS = 1_500_000_000L;
  private static final long STILL_PLAYING_NANOS = 5_000_000L;

  private final QuirkCase quirk;
  private final CaseServer server;
  private final CaseBook book;
  private final UnaryOperator<JsonNode> blame;
  private final List<RequestRecord> records = new CopyOnWriteArrayList<>();

  /**
   * @param blame what the engine must make of an answer, of what is right
   */
  CasePlay(QuirkCase quirk, CaseServer server, CaseBook book, UnaryOperator<JsonNode> blame) {
    this.quirk = quirk;
    this.server = server;
    this.book = book;
    this.blame = blame;
  }

  /**
   * Lets the slot send as many requests as the case says, with its pauses, each at least until the
   * server has done what it does meanwhile; where the server goes away, as many as it takes until
   * so many have arrived.
   */
  private final class Gate implements SendGate {
    private final boolean untilArrived;
    private final AtomicInteger sent = new AtomicInteger();
    private boolean paused;

    Gate(boolean untilArrived) {
      this.untilArrived = untilArrived;
    }

    boolean done() {
      return (untilArrived ? server.truths().size() : sent.get()) >= quirk.requests();
    }

    @Override
    public SendDecision ask(int slot, long nowNanos) {
      long pause = quirk.client().path("pause_ms").asInt(0) * 1_000_000L;
      if (done()) {
        return SendDecision.IDLE;
      }
      if (sent.get() > 0 && !paused && pause > 0) {
        paused = true;
        return new SendDecision.WaitUntil(nowNanos + pause);
      }
      if (pause > 0 && server.playing()) {
        return new SendDecision.WaitUntil(nowNanos + STILL_PLAYING_NANOS);
      }
      paused = false;
      return new SendDecision.Send(LoadStage.MEASURE, sent.getAndIncrement());
    }

    @Override
    public boolean leaseHolds(long nowNanos) {
      return true;
    }
  }

  /**
   * Plays it to a client that speaks to the server.
   *
   * @param unreached the kinds of error, one of which a request must become that did not arrive
   */
  void run(MeasuringEngine engine, TlsOptions options, JsonNode unreached) {
    server.outageMayEnd(() -> server.truths().size() < records.size());
    play(engine, options, new Gate(quirk.hasOutage()));
    check(unreached);
    long used = server.truths().stream().map(truth -> truth.connection).distinct().count();
    assertThat(used).as("connections").isEqualTo(quirk.client().path("connections").asLong(used));
  }

  /** Plays it to a client that does not trust the server: nothing arrives. */
  void refused(MeasuringEngine engine, JsonNode expect) {
    play(engine, TlsOptions.DEFAULT, new Gate(false));
    assertThat(server.truths()).isEmpty();
    String kind = expect.get("error_kind").asText();
    assertThat(records).allSatisfy(record -> assertThat(kind(record)).isEqualTo(kind));
  }

  private void play(MeasuringEngine engine, TlsOptions options, Gate gate) {
    records.clear();
    engine.prepare(
        EngineRig.work(
            server.url() + "/case/" + quirk.id(),
            1,
            EngineRig.of(quirk.api(), quirk.streaming()),
            timeouts(),
            options,
            Map.of()),
        gate,
        records::add);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> gate.done() && records.size() == gate.sent.get());
  }

  private Map<String, Truth> arrived() {
    return server.truths().stream()
        .collect(Collectors.toMap(t -> t.headers.get("x-request-id"), t -> t)); // each once
  }

  private void check(JsonNode unreached) {
    Map<String, Truth> arrived = arrived();
    for (RequestRecord record : records) {
      Truth truth = arrived.get(record.key().requestId("run"));
      if (truth != null) {
        check(blame.apply(expectOf(truth)), record, truth);
      } else {
        List<String> kinds = new ArrayList<>();
        unreached.forEach(kind -> kinds.add(kind.asText()));
        assertThat(kind(record)).isIn(kinds);
      }
    }
  }

  /** Over TLS the case's own outcome is that of a client that asks for a certificate. */
  private JsonNode expectOf(Truth truth) {
    QuirkCase.Part part = book.chosen(truth);
    JsonNode secured = quirk.root().path("expect_insecure");
    return part.variant() || !secured.isObject() ? part.expect() : secured;
  }

  private int idleMillis() {
    return quirk.client().path("idle_timeout_ms").asInt(20_000);
  }

  private Timeouts timeouts() {
    return new Timeouts(
        Duration.ofSeconds(5), Duration.ofMillis(idleMillis()), Duration.ofSeconds(60));
  }

  private void check(JsonNode expect, RequestRecord record, Truth truth) {
    if (expect.get("outcome").asText().equals("success")) {
      assertThat(record.outcome()).isEqualTo(Outcome.COMPLETED);
      assertThat(record.tokens().output()).isEqualTo(expect.get("output_tokens").asInt());
      assertThat(record.tokens().outputSource().label())
          .isEqualTo(expect.path("tokens_from").asText("usage"));
      assertThat(record.finishReason())
          .isEqualTo(expect.path("finish_reason").asText(record.finishReason()));
      near(record, truth, record.instants().firstTokenNanos(), expect.path("ttft_from_step"));
      near(record, truth, record.instants().lastTokenNanos(), expect.path("e2e_to_step"));
      near(record, truth, record.instants().endNanos(), expect.path("response_end_step"));
    } else {
      assertThat(kind(record)).isEqualTo(expect.get("error_kind").asText());
      int status = ((Outcome.Failed) record.outcome()).httpStatus();
      assertThat(status).isEqualTo(expect.path("http_status").asInt(0));
      checkFailedEnd(expect, record, truth);
    }
    long atMost = expect.path("response_bytes_at_most").asLong(Long.MAX_VALUE);
    assertThat(record.responseBytes()).isLessThanOrEqualTo(atMost);
    assertThat(record.tokens().events()).isEqualTo(expect.get("chunks").asInt());
    assertThat(record.gaps().stream().sum()).isEqualTo(spread(record));
  }

  private void checkFailedEnd(JsonNode expect, RequestRecord record, Truth truth) {
    if (expect.path("response_end_step").isInt()) {
      near(record, truth, record.instants().endNanos(), expect.get("response_end_step"));
    }
    long within = expect.path("ends_within_ms").asLong(Long.MAX_VALUE / 1_000_000);
    assertThat(record.instants().endNanos()).isLessThanOrEqualTo(within * 1_000_000);
    JsonNode silent = expect.path("timeout_after_step");
    if (silent.isInt()) {
      long end = record.instants().sentNanos() + record.instants().endNanos();
      assertThat(end - truth.writtenNanos[silent.asInt()])
          .isBetween(idleMillis() * 1_000_000L, 2 * GENEROUS_NANOS);
    }
  }

  private static long spread(RequestRecord record) {
    Instants t = record.instants();
    boolean streamed = t.firstTokenNanos() != Instants.NONE;
    return streamed ? t.lastTokenNanos() - t.firstTokenNanos() : 0;
  }

  /** The stamp lies after the write that it is of, and not absurdly late. */
  private static void near(RequestRecord record, Truth truth, long sinceSent, JsonNode step) {
    if (step.isMissingNode()) {
      return;
    }
    if (step.isNull() || step.asInt() < 0) {
      assertThat(sinceSent).isEqualTo(Instants.NONE);
      return;
    }
    long stamp = record.instants().sentNanos() + sinceSent;
    assertThat(stamp - truth.writtenNanos[step.asInt()])
        .as("step %s", step)
        .isBetween(0L, GENEROUS_NANOS);
  }

  private static String kind(RequestRecord record) {
    return record.outcome() instanceof Outcome.Failed failed
        ? failed.kind().label()
        : record.outcome().toString();
  }
}
