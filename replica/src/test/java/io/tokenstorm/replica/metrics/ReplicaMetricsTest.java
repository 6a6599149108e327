package io.tokenstorm.replica.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.replica.engine.EngineGauges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaMetricsTest {
  private static final EngineGauges GAUGES = new EngineGauges(3, 2, 0.25, 100, 60, 0.75, 4, 90, 70);

  private static String text(MetricNames names) {
    return new ReplicaMetrics(names, "org/M\"x").text(GAUGES);
  }

  @ParameterizedTest
  @CsvSource({
    "VLLM,vllm:num_requests_running,3",
    "VLLM,vllm:num_requests_waiting,2",
    "VLLM,vllm:kv_cache_usage_perc,0.25",
    "VLLM,vllm:prefix_cache_queries_total,100",
    "VLLM,vllm:prefix_cache_hits_total,60",
    "VLLM,vllm:num_preemptions_total,4",
    "VLLM,vllm:prompt_tokens_total,90",
    "VLLM,vllm:generation_tokens_total,70",
    "SGLANG,sglang:num_running_reqs,3",
    "SGLANG,sglang:num_queue_reqs,2",
    "SGLANG,sglang:token_usage,0.25",
    "SGLANG,sglang:cache_hit_rate,0.75",
    "SGLANG,sglang:cached_tokens_total,60",
    "SGLANG,sglang:num_retracted_requests_total,4",
    "SGLANG,sglang:prompt_tokens_total,90",
    "SGLANG,sglang:generation_tokens_total,70"
  })
  void text_eachName_hasTheEnginesFigure(MetricNames names, String name, String value) {
    assertThat(text(names)).containsPattern("\n" + name + "\\{[^}]*\\} " + value + "\n");
  }

  @Test
  void text_ofOneEngine_hasNoNameOfTheOther() {
    assertThat(text(MetricNames.VLLM)).doesNotContain("sglang:").contains("engine=\"0\"");
    assertThat(text(MetricNames.SGLANG)).doesNotContain("vllm:");
  }

  @Test
  void names_byLabel_areFoundOrNot() {
    assertThat(MetricNames.parse("sglang")).contains(MetricNames.SGLANG);
    assertThat(MetricNames.parse("SGLang")).isEmpty();
  }
}
