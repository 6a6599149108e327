package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.worker.cases.CaseBook;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.cases.QuirkCase;
import io.tokenstorm.worker.cases.QuirkCase.Step;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scripted case over real sockets: outcome, counts, and instants against the truth. */
class QuirkCasesIT {
  private static final int STEPS_APART_MILLIS = 5;

  private static MeasuringEngine direct;
  private static MeasuringEngine akkaHttp;
  private static SSLContext tls;

  @BeforeAll
  static void startEngines() throws Exception {
    tls = TlsServers.context();
    direct = Engines.direct(new EngineOptions(1));
    akkaHttp = Engines.akkaHttp(new EngineOptions(1));
  }

  @AfterAll
  static void closeEngines() {
    direct.close();
    akkaHttp.close();
  }

  static List<QuirkCase> cases() {
    return QuirkCase.all();
  }

  /**
   * Both at the same time, since most of it is waiting. The answers to one engine have their steps
   * apart, so that a stamp of another step than the expected cannot pass by chance.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void case_overEachEngine_givesTheExpectedRecord(QuirkCase quirk) {
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> playAll(quirk, STEPS_APART_MILLIS, akkaHttp, quirk::expectOfAkkaHttp));
    Throwable ofDirect = catchThrowable(() -> playAll(quirk, 0, direct, UnaryOperator.identity()));
    Throwable ofAkkaHttp = catchThrowable(other::join);
    assertThat(ofDirect).as("direct").isNull();
    assertThat(ofAkkaHttp).as("akka-http").isNull();
  }

  private static void playAll(
      QuirkCase quirk, int apartMillis, MeasuringEngine engine, UnaryOperator<JsonNode> blame) {
    CaseBook book = new CaseBook(List.of(quirk), steps -> apart(steps, apartMillis));
    JsonNode unreached = quirk.root().path("expect_unreached");
    if (!quirk.client().path("tls").asBoolean()) {
      try (CaseServer server = CaseServer.start(book)) {
        new CasePlay(quirk, server, book, blame).run(engine, TlsOptions.DEFAULT, unreached);
      }
      return;
    }
    try (CaseServer server = CaseServer.start(tls, book)) {
      CasePlay play = new CasePlay(quirk, server, book, blame);
      play.refused(engine, quirk.expect());
      play.run(engine, new TlsOptions(false, null, null), unreached);
    }
  }

  private static List<Step> apart(List<Step> steps, int millis) {
    return IntStream.range(0, steps.size())
        .mapToObj(i -> i == 0 ? steps.get(0) : steps.get(i).after(millis))
        .toList();
  }
}
