package io.tokenstorm.coordinator.plan;

import static io.tokenstorm.coordinator.plan.TestPlans.SMALL;
import static io.tokenstorm.coordinator.plan.TestPlans.accepted;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MethodTextTest {
  @Test
  void method_planWithDefaults_saysWhoseSamplingItIs() {
    assertThat(method())
        .isEqualTo(
            "closed-loop concurrency, per-phase warmup, >=60 seconds measured, 256 output tokens,"
                + " the server's own sampling");
  }

  @Test
  void method_phasesThatDiffer_givesRangesAndSaysWhatVaries() {
    assertThat(
            method(
                "phases.one.warmup=none",
                "phases.one.measure={at_least: 1500ms}",
                "phases.two.measure={requests: 100}",
                "phases.two.output_tokens=16",
                "phases.*.sampling.ignore_eos=true",
                "phases.two.sampling.temperature=0.5",
                "phases.two.stream=false",
                "phases.two.body.user=x"))
        .isEqualTo(
            "closed-loop concurrency, warmup except in 1 of 2 phases, >=1.5 seconds or 100 requests"
                + " measured, 16 to 256 output tokens, ignore_eos=true, temperature varying, answers"
                + " not streamed in 1 of 2 phases, further body fields user");
  }

  @Test
  void method_countsAndTimesAndBusySlots_saysAll() {
    assertThat(
            method(
                "defaults.warmup={duration: 5s, drain: false}",
                "defaults.measure={at_least: 10m, requests: 100}",
                "phases.two.measure={at_least: 10m, requests: 200}",
                "defaults.api=openai-completions"))
        .isEqualTo(
            "closed-loop concurrency, per-phase warmup (slots handed over busy in all phases),"
                + " >=600 seconds and 100 to 200 requests measured, 256 output tokens, the server's"
                + " own sampling, completions API");
  }

  @Test
  void method_noWarmupAtAll_saysSo() {
    assertThat(method("defaults.warmup=none")).contains(", no warmup, ");
  }

  private static String method(String... sets) {
    return MethodText.of(accepted(SMALL, ReadOptions.NONE.withSets(List.of(sets))));
  }
}
