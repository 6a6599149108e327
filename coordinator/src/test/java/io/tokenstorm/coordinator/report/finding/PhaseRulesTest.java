package io.tokenstorm.coordinator.report.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.health.ErrorBounds;
import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.report.finding.Sketches.PhaseSketch;
import io.tokenstorm.coordinator.report.model.ClientReport;
import io.tokenstorm.coordinator.report.model.Conservation;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.record.FaultSide;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhaseRulesTest {
  private static final Phase ASKED = asked(true, 0);

  static Phase asked(boolean ignoreEos, long requests) {
    return new Phase(
        "p",
        "route",
        "short",
        4,
        new RequestSpec(
            Api.OPENAI_CHAT, 256, true, true, Map.of("ignore_eos", ignoreEos), Map.of()),
        Warmup.NONE,
        new Measure(Duration.ofSeconds(60), requests),
        new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(9), Duration.ofSeconds(99)),
        List.of());
  }

  private static PhaseSketch phase() {
    return Sketches.phase("p");
  }

  private static Finding only(PhaseRule rule, PhaseSketch sketch) {
    List<Finding> found = rule.check(sketch.build(), ASKED);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).text()).endsWith(".").doesNotContain("null");
    return found.get(0);
  }

  private static void nothing(PhaseRule rule, PhaseSketch sketch) {
    assertThat(rule.check(sketch.build(), ASKED)).isEmpty();
  }

  @Test
  void slowStarts_earlyInTheWindow_areAColdWindow() {
    Finding finding = only(TargetRules::slowStarts, phase().slow(2, 0.1, 2, 16.96));
    assertThat(finding.rule()).isEqualTo("cold_window");
    assertThat(finding.text())
        .contains("2 of 200 requests waited over 20 × the median TTFT")
        .contains("more than 4 s")
        .contains("both in the first 17 s of the window: the window was not warm");
  }

  @Test
  void slowStarts_noLongerThanTheClientsOwnLag_areTheGenerators() {
    Map<String, Map<String, Double>> late = Map.of("w1", Map.of("lag_max_seconds", 0.1));
    PhaseSketch sketch = phase().ttft(0.001, 0.095).slow(3, 20, 40, 55);
    Finding finding =
        only(TargetRules::slowStarts, sketch.client(client(ClientVerdict.LIMITING, "late"), late));
    assertThat(finding.rule()).isEqualTo("stalls");
    assertThat(finding.fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(finding.text()).contains("late by up to 100 ms").contains("nothing of the target");
    PhaseSketch longer = phase().ttft(0.001, 0.2).slow(3, 20, 40, 55);
    assertThat(
            only(
                    TargetRules::slowStarts,
                    longer.client(client(ClientVerdict.LIMITING, "late"), late))
                .fault())
        .isEqualTo(FaultSide.TARGET);
  }

  /** Each of the figures alone may be the one that saw it. */
  @Test
  void slowStarts_inAWindowInWhichTheClientStoodStill_areTheGeneratorsWhoeverSawIt() {
    for (String figure :
        List.of(
            "lag_max_seconds",
            "control_lag_max_seconds",
            "gc_pause_seconds_max",
            "safepoint_seconds_max")) {
      Map<String, Map<String, Double>> stood =
          Map.of("w1", Map.of(figure, 2.9), "w2", Map.of("lag_max_seconds", 0.001));
      Finding finding =
          only(
              TargetRules::slowStarts,
              phase()
                  .ttft(0.008, 3.05)
                  .slow(2, 0.1, 2, 5)
                  .client(client(ClientVerdict.LIMITING, "late"), stood));
      assertThat(finding.rule()).as(figure).isEqualTo("stalls");
      assertThat(finding.fault()).as(figure).isEqualTo(FaultSide.GENERATOR);
      assertThat(finding.text()).contains("late by up to 2.9 s").contains("nothing of the target");
    }
  }

  @Test
  void slowStartsAndErrors_whenAWorkerWasLostBeforeItSaidHowItFared_areNotTheTargets() {
    Map<String, Map<String, Double>> lost =
        Map.of(
            "a", Map.of("samples", 4.0, "lag_max_seconds", 0.004),
            "b", Map.of("samples", 0.0));
    PhaseSketch sketch = phase().ttft(0.012, 0.54).slow(3, 2, 2.5, 5);
    Finding slow =
        only(TargetRules::slowStarts, sketch.client(client(ClientVerdict.MARGINAL, "late"), lost));
    assertThat(slow.rule()).isEqualTo("stalls");
    assertThat(slow.fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(slow.text()).contains("but worker b did not say").contains("nothing of the target");
    Map.of("reset", FaultSide.GENERATOR, "in_body_error", FaultSide.TARGET)
        .forEach(
            (kind, side) -> {
              PhaseSketch failed =
                  phase()
                      .error(kind, 2, "TARGET", Map.of(), "")
                      .client(client(ClientVerdict.MARGINAL, "late"), lost);
              assertThat(only(ErrorRules::byKind, failed).fault()).as(kind).isEqualTo(side);
            });

    Map<String, Map<String, Double>> tooShort =
        Map.of("a", Map.of("samples", 0.0), "b", Map.of("samples", 0.0));
    PhaseSketch brief = phase().ttft(0.012, 0.54).slow(3, 20, 22.5, 25);
    assertThat(
            only(
                    TargetRules::slowStarts,
                    brief.client(client(ClientVerdict.MARGINAL, "late"), tooShort))
                .fault())
        .isEqualTo(FaultSide.TARGET);
  }

  @Test
  void slowStarts_farLongerThanTheStandstill_areTheTargets() {
    Map<String, Map<String, Double>> stood = Map.of("w1", Map.of("control_lag_max_seconds", 1.0));
    PhaseSketch sketch = phase().ttft(0.008, 9.0).slow(2, 0.1, 2, 16);
    assertThat(
            only(
                    TargetRules::slowStarts,
                    sketch.client(client(ClientVerdict.LIMITING, "late"), stood))
                .rule())
        .isEqualTo("cold_window");
  }

  @Test
  void errors_inAWindowInWhichTheClientStoodStill_areTheGeneratorsIfThatCanMakeThem() {
    Map<String, FaultSide> sides =
        Map.of(
            "timeout_idle", FaultSide.GENERATOR,
            "reset", FaultSide.GENERATOR,
            "closed_before_response", FaultSide.GENERATOR,
            "truncated", FaultSide.GENERATOR,
            "timeout_total", FaultSide.TARGET,
            "in_body_error", FaultSide.TARGET,
            "in_stream_error", FaultSide.TARGET);
    Map<String, Map<String, Double>> stood = Map.of("w1", Map.of("control_lag_max_seconds", 4.6));
    sides.forEach(
        (kind, side) -> {
          PhaseSketch sketch =
              phase()
                  .error(kind, 2, "TARGET", Map.of(), "")
                  .client(client(ClientVerdict.LIMITING, "late"), stood);
          Finding finding = only(ErrorRules::byKind, sketch);
          assertThat(finding.fault()).as(kind).isEqualTo(side);
          assertThat(finding.text().contains("stood still for up to 4.6 s"))
              .as(kind)
              .isEqualTo(side == FaultSide.GENERATOR);
        });
    Finding calm =
        only(ErrorRules::byKind, phase().error("timeout_idle", 2, "TARGET", Map.of(), ""));
    assertThat(calm.fault()).isEqualTo(FaultSide.TARGET);
  }

  @Test
  void errors_redirects_areThePlansFault_andTooManyRequestsSayWhatHelps() {
    Finding moved =
        only(ErrorRules::byKind, phase().error("http_status", 5, "TARGET", Map.of("307", 5L), ""));
    assertThat(moved.fault()).isEqualTo(FaultSide.PLAN);
    assertThat(moved.text()).contains("Redirects are not followed");
    Finding busy =
        only(ErrorRules::byKind, phase().error("http_status", 5, "TARGET", Map.of("429", 5L), ""));
    assertThat(busy.fault()).isEqualTo(FaultSide.TARGET);
    assertThat(busy.text()).contains("takes no more");
    Finding sly =
        only(
            ErrorRules::byKind,
            phase()
                .error(
                    "in_stream_error",
                    5,
                    "TARGET",
                    Map.of(),
                    "no free local port on this worker (GENERATOR)"));
    assertThat(sly.fault()).as("what a target says moves no blame").isEqualTo(FaultSide.TARGET);
  }

  @Test
  void slowStarts_lateOrAfterAnEvent_areStalls() {
    assertThat(only(TargetRules::slowStarts, phase().slow(3, 20, 40, 55)).rule())
        .isEqualTo("stalls");
    Finding after = only(TargetRules::slowStarts, phase().slow(1, 5, 5, 9).event(4, 200, ""));
    assertThat(after.rule()).isEqualTo("stalls");
    nothing(TargetRules::slowStarts, phase());
  }

  @Test
  void errors_byKind_nameFaultNumberAndAdvice() {
    Finding finding =
        only(
            ErrorRules::byKind,
            phase().requests(928).error("http_status", 2, "TARGET", Map.of("503", 2L), "busy"));
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.fault()).isEqualTo(FaultSide.TARGET);
    assertThat(finding.text())
        .startsWith(
            "2 of 928 requests failed as http_status (HTTP 503 × 2), between 180 s and 182 s")
        .contains("the target's fault")
        .contains("busy");
    nothing(ErrorRules::byKind, phase());
  }

  @Test
  void errors_statusThatBlamesTheRequest_areThePlansFault() {
    Finding finding =
        only(
            ErrorRules::byKind,
            phase().error("http_status", 150, "TARGET", Map.of("401", 150L), ""));
    assertThat(finding.fault()).isEqualTo(FaultSide.PLAN);
    assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(
            only(
                    ErrorRules::byKind,
                    phase().error("http_status", 1, "TARGET", Map.of("429", 1L), ""))
                .fault())
        .isEqualTo(FaultSide.TARGET);
  }

  @Test
  void errors_atALimitOfTheWorkersOwnMachine_areTheGenerators() {
    String example =
        "no free local port on this worker (GENERATOR): Cannot assign requested address";
    Finding finding =
        only(ErrorRules::byKind, phase().error("connect_refused", 9, "TARGET", Map.of(), example));
    assertThat(finding.fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(finding.text()).contains("Tokenstorm's own fault", "Raise the limit");
  }

  @Test
  void errors_ofConnectionsThatWereClosing_adviseNotToKeepThem() {
    Finding finding =
        only(
            ErrorRules::byKind,
            phase().error("closed_before_response", 2, "NETWORK", Map.of(), "closed"));
    assertThat(finding.text()).contains("keep_alive: false");
  }

  @Test
  void inputLength_missesByMoreThanThreePercent_isAFinding() {
    assertThat(only(LengthRules::input, phase().input(500)).text())
        .contains("500 tokens, 538 were asked for (−7.1 %)");
    nothing(LengthRules::input, phase().input(538 * 0.971));
    nothing(LengthRules::input, phase().input(538 * 1.029));
    only(LengthRules::input, phase().input(538 * 1.031));
    nothing(LengthRules::input, phase().input(538 * 1.03));
  }

  @Test
  void outputLength_missesByMoreThanThreePercent_isWhoseFaultItIs() {
    Finding finding = only(LengthRules::output, phase().output(200, 180));
    assertThat(finding.fault()).isEqualTo(FaultSide.TARGET);
    assertThat(finding.text()).contains("does not honour it");
    List<Finding> natural = LengthRules.output(phase().output(200, 180).build(), asked(false, 0));
    assertThat(natural).hasSize(1);
    assertThat(natural.get(0).fault()).isEqualTo(FaultSide.PLAN);
    nothing(LengthRules::output, phase().output(250, 3));
  }

  @Test
  void shortAnswers_aFewThoughEosIsIgnored_areAFinding() {
    assertThat(only(LengthRules::someShort, phase().output(256, 3)).text())
        .startsWith("3 of 200 answers had fewer than the 256 tokens");
    nothing(LengthRules::someShort, phase());
    nothing(LengthRules::someShort, phase().output(200, 150));
    assertThat(LengthRules.someShort(phase().output(256, 3).build(), asked(false, 0))).isEmpty();
  }

  @Test
  void noUsage_countedByEvents_isAFinding() {
    assertThat(only(CountingRules::noUsage, phase().outputSources(Map.of("events", 12L))).text())
        .contains("no usage with 12 of 200 answers");
    nothing(CountingRules::noUsage, phase());
  }

  @Test
  void chunks_ofSeveralTokens_makeItlPerChunk() {
    assertThat(only(CountingRules::chunks, phase().tokensPerChunk(2.13)).text())
        .contains("2.13 tokens a chunk");
    assertThat(only(CountingRules::chunks, phase().tokensPerChunk(0.8)).text())
        .contains("more events than tokens");
    nothing(CountingRules::chunks, phase().tokensPerChunk(1.04));
    nothing(CountingRules::chunks, phase().tokensPerChunk(null));
  }

  @Test
  void client_limiting_isAWarningOfTheGeneratorWithItsBoundsAndWhoTookTheCpu() {
    Map<String, Map<String, Double>> health =
        Map.of(
            "w1",
            Map.of(
                HealthFigure.CORES, 2.0,
                HealthFigure.OTHER_CORES, 1.75,
                HealthFigure.PROCESS_CORES, 0.25));
    Finding finding =
        only(
            HealthRules::client,
            phase().client(client(ClientVerdict.LIMITING, "loops were late"), health));
    assertThat(finding.rule()).isEqualTo("client_limiting");
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(finding.text())
        .contains("worker w1", "loops were late", "2 ms (p50) and 40 ms (p99)")
        .contains("gaps wrong by up to 3 ms (p50) and 38 ms (p99)")
        .contains("used 0.25 of 2 cores, other processes of the machine 1.75");
  }

  @Test
  void client_marginal_isAnInfo_cleanOrUnknownAreSilent() {
    Finding finding =
        only(HealthRules::client, phase().client(client(ClientVerdict.MARGINAL, "x"), Map.of()));
    assertThat(finding.rule()).isEqualTo("client_marginal");
    assertThat(finding.severity()).isEqualTo(Severity.INFO);
    assertThat(finding.text()).contains("The figures hold within these bounds", "cores of its own");
    nothing(HealthRules::client, phase().client(client(ClientVerdict.CLEAN, ""), Map.of()));
    nothing(HealthRules::client, phase().client(client(ClientVerdict.UNKNOWN, ""), Map.of()));
  }

  private static ClientReport client(ClientVerdict verdict, String reason) {
    ErrorBounds bounds = new ErrorBounds(0.002, 0.040, 0.003, 0.038, 0.01);
    return new ClientReport(verdict, List.of(reason), bounds, "w1", Map.of());
  }

  @Test
  void clientDelay_highAgainstTtft_isAWarning() {
    Finding finding = only(GeneratorRules::clientDelay, phase().turnaround(0.05, 0.01));
    assertThat(finding.rule()).isEqualTo("client_delay");
    assertThat(finding.text()).contains("up to 50 ms (p99)").contains("25.0 % of the median TTFT");
    nothing(GeneratorRules::clientDelay, phase().turnaround(0.019, 0.01));
    nothing(GeneratorRules::clientDelay, phase().turnaround(0.05, null));
  }

  @Test
  void clientDelay_largePartOfTheSlotsTime_isTheLimit() {
    Finding finding = only(GeneratorRules::clientDelay, phase().turnaround(0.05, 0.11));
    assertThat(finding.rule()).isEqualTo(Findings.GENERATOR_LIMIT);
    assertThat(finding.text()).contains("11.0 % of its slots' time");
  }

  @Test
  void clientDelay_largePartOfFewRequests_isAWarningOnly() {
    assertThat(
            only(GeneratorRules::clientDelay, phase().requests(19).turnaround(0.05, 0.11)).rule())
        .isEqualTo("client_delay");
    assertThat(
            only(GeneratorRules::clientDelay, phase().requests(20).turnaround(0.05, 0.11)).rule())
        .isEqualTo(Findings.GENERATOR_LIMIT);
  }

  @Test
  void lowConcurrency_belowWhatWasAsked_isAFinding() {
    Finding finding = only(GeneratorRules::lowConcurrency, phase().meanConcurrency(3.7));
    assertThat(finding.text()).contains("3.7 of 4 requests").contains("92.5 %");
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    List<Finding> counted =
        GeneratorRules.lowConcurrency(phase().meanConcurrency(3.7).build(), asked(true, 100));
    assertThat(counted.get(0).severity()).isEqualTo(Severity.INFO);
    nothing(GeneratorRules::lowConcurrency, phase().meanConcurrency(3.8));
    nothing(GeneratorRules::lowConcurrency, phase().meanConcurrency(null));
  }

  @Test
  void clocks_looselyKnownOrSkewed_areAFinding() {
    only(GeneratorRules::clocks, phase().clock(0.011, 0.001));
    only(GeneratorRules::clocks, phase().clock(0.001, 0.101));
    only(GeneratorRules::clocks, phase().clock(null, 0.101));
    nothing(GeneratorRules::clocks, phase().clock(0.01, 0.1));
  }

  @Test
  void imbalance_oneReplicaFarAboveItsShare_isAFinding() {
    Finding finding = only(TargetRules::imbalance, phase().replica("r1", 150).replica("r2", 50));
    assertThat(finding.text())
        .contains("r1 answered 150 of 200 requests (75.0 %), one of 2 replicas")
        .contains("r2 50 (TTFT p50 200 ms)");
    nothing(TargetRules::imbalance, phase().replica("r1", 110).replica("r2", 90));
    nothing(TargetRules::imbalance, phase().replica("r1", 9).replica("r2", 4));
    nothing(TargetRules::imbalance, phase().replica("r1", 150).replica("unknown", 50));
  }

  @Test
  void planEvent_thatFailed_isAProblem() {
    assertThat(only(TargetRules::eventsFailed, phase().event(30, 404, "")).fault())
        .isEqualTo(FaultSide.PLAN);
    assertThat(only(TargetRules::eventsFailed, phase().event(30, 0, "refused")).text())
        .contains("30 s into the window, failed (refused)");
    nothing(TargetRules::eventsFailed, phase().event(30, 204, ""));
  }

  @Test
  void zeroTokens_completeAnswersWithoutAny_areAFinding() {
    assertThat(only(TargetRules::zeroTokens, phase().zero(2)).text())
        .startsWith("2 of 200 answers had no token");
    nothing(TargetRules::zeroTokens, phase());
  }

  @Test
  void noSuccess_nothingMeasured_isAProblem() {
    assertThat(only(LossRules::noSuccess, phase().requests(0)).severity())
        .isEqualTo(Severity.PROBLEM);
    nothing(LossRules::noSuccess, phase());
  }

  @Test
  void lost_exactBoundedOrUnbounded_saysHowMany() {
    assertThat(only(LossRules::lost, phase().conservation(lost(3, 3L))).text())
        .startsWith("3 requests of the measure stage");
    assertThat(only(LossRules::lost, phase().conservation(lost(3, 8L))).text())
        .startsWith("3 to 8 requests");
    assertThat(only(LossRules::lost, phase().conservation(lost(0, null))).text())
        .startsWith("At least 0 requests");
    nothing(LossRules::lost, phase());
  }

  private static Conservation lost(long atLeast, Long atMost) {
    return new Conservation(
        203L, 200, 200, 200, 0, 0, new Conservation.Lost(atLeast, atMost), true);
  }

  @Test
  void cut_requestsEndedByUs_areAFinding() {
    only(LossRules::cut, phase().cut(4));
    nothing(LossRules::cut, phase());
  }

  @Test
  void conservation_thatDoesNotHold_isAProblem() {
    Conservation broken =
        new Conservation(200L, 200, 199, 199, 0, 0, new Conservation.Lost(0, 0L), false);
    assertThat(only(LossRules::conservation, phase().conservation(broken)).text())
        .contains("issued 200, merged 200, in the log 199");
    nothing(LossRules::conservation, phase());
  }

  @Test
  void restarts_severalArmings_sayWhy() {
    assertThat(only(LossRules::restarts, phase().restart("w1 lost")).text())
        .contains("begun 2 times (w1 lost)");
    nothing(LossRules::restarts, phase());
  }
}
