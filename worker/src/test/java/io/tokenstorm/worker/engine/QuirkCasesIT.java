package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.cases.QuirkCase;
import io.tokenstorm.worker.cases.QuirkCase.Step;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scripted case over real sockets: outcome, counts, and instants against the truth. */
class QuirkCasesIT {
  private static final long GENEROUS_NANOS = 1_500_000_000L;

  /** The limit of the case that falls silent. */
  private static final long IDLE_NANOS = 1_000_000_000L;

  private static final int STEPS_APART_MILLIS = 5;

  private static MeasuringEngine direct;
  private static MeasuringEngine akkaHttp;

  @BeforeAll
  static void startEngines() {
    direct = Engines.direct(new EngineOptions(1));
    akkaHttp = Engines.akkaHttp(new EngineOptions(1));
  }

  @AfterAll
  static void closeEngines() {
    direct.close();
    akkaHttp.close();
  }

  static Stream<QuirkCase> plainCases() {
    return QuirkCase.all().stream().filter(c -> !c.client().path("tls").asBoolean());
  }

  /**
   * Both at the same time, since most of it is waiting. The answers to one engine have their steps
   * apart, so that a stamp of another step than the expected cannot pass by chance.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("plainCases")
  void case_overEachEngine_givesTheExpectedRecord(QuirkCase quirk) {
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> play(quirk, STEPS_APART_MILLIS, akkaHttp, quirk.expectOfAkkaHttp()));
    Throwable ofDirect = catchThrowable(() -> play(quirk, 0, direct, quirk.expect()));
    Throwable ofAkkaHttp = catchThrowable(other::join);
    assertThat(ofDirect).as("direct").isNull();
    assertThat(ofAkkaHttp).as("akka-http").isNull();
  }

  private static void play(
      QuirkCase quirk, int apartMillis, MeasuringEngine engine, JsonNode expect) {
    try (CaseServer server = CaseServer.start(r -> apart(quirk.stepsFor(r.reused), apartMillis))) {
      EngineRig rig = new EngineRig(engine, quirk.requests());
      rig.prepare(
          EngineRig.work(
              server.url(), 1, EngineRig.of(quirk.api(), quirk.streaming()), timeouts(quirk)));
      List<RequestRecord> records = rig.await(quirk.requests());

      assertThat(server.truths()).as("one arrival a request").hasSize(quirk.requests());
      for (int i = 0; i < records.size(); i++) {
        if (i == 1 && quirk.id().equals("stale-keepalive-race")) {
          assertThat(kind(records.get(i))).isEqualTo("closed_before_response");
        } else {
          check(expect, records.get(i), server.truths().get(i));
        }
      }
    }
  }

  private static List<Step> apart(List<Step> steps, int millis) {
    return IntStream.range(0, steps.size())
        .mapToObj(i -> i == 0 ? steps.get(0) : steps.get(i).after(millis))
        .toList();
  }

  static Timeouts timeouts(QuirkCase quirk) {
    int idle = quirk.client().path("idle_timeout_ms").asInt(20_000);
    return new Timeouts(Duration.ofSeconds(5), Duration.ofMillis(idle), Duration.ofSeconds(60));
  }

  static void check(JsonNode expect, RequestRecord record, CaseServer.Truth truth) {
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
    assertThat(record.tokens().events()).isEqualTo(expect.get("chunks").asInt());
    assertThat(record.gaps().stream().sum()).isEqualTo(spread(record));
  }

  private static void checkFailedEnd(
      JsonNode expect, RequestRecord record, CaseServer.Truth truth) {
    if (expect.path("response_end_step").isInt()) {
      near(record, truth, record.instants().endNanos(), expect.get("response_end_step"));
    }
    JsonNode silent = expect.path("timeout_after_step");
    if (silent.isInt()) {
      long end = record.instants().sentNanos() + record.instants().endNanos();
      assertThat(end - truth.writtenNanos[silent.asInt()])
          .isBetween(IDLE_NANOS, 2 * GENEROUS_NANOS);
    }
  }

  private static long spread(RequestRecord record) {
    Instants t = record.instants();
    boolean streamed = t.firstTokenNanos() != Instants.NONE;
    return streamed ? t.lastTokenNanos() - t.firstTokenNanos() : 0;
  }

  /** The stamp lies after the write that it is of, and not absurdly late. */
  private static void near(
      RequestRecord record, CaseServer.Truth truth, long sinceSent, JsonNode step) {
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
