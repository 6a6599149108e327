package io.tokenstorm.coordinator.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineReadingTest {
  /** Two engines of one vLLM server, as its 0.11 tells them. */
  private static final String VLLM =
      """
      # HELP vllm:num_requests_running Number of requests in model execution batches.
      # TYPE vllm:num_requests_running gauge
      vllm:num_requests_running{engine="0",model_name="org/M \\"x\\" \\\\ {y}"} 3.0
      vllm:num_requests_running{engine="1",model_name="org/M"} 4.0
      # TYPE vllm:num_requests_waiting gauge
      vllm:num_requests_waiting{engine="0",model_name="org/M"} 0.0
      # a note that nobody reads

      vllm:kv_cache_usage_perc{engine="0",model_name="org/M",} 0.5
      vllm:kv_cache_usage_perc{engine="1",model_name="org/M"} 2.5E-1 1395066363000
      vllm:gpu_cache_usage_perc{engine="0"} 0.9
      vllm:prefix_cache_queries_total{engine="0"} 1000
      vllm:prefix_cache_hits_total{engine="0"} 750
      vllm:gpu_prefix_cache_hits_total{engine="0"} 750
      vllm:num_preemptions_total 2
      vllm:prompt_tokens_total{engine="0"} 1.2345678e+07
      vllm:prompt_tokens_created{engine="0"} 1.7e9
      vllm:e2e_request_latency_seconds_bucket{le="+Inf"} 12
      other_seconds NaN
      other_limit +Inf
      """;

  private static final String SGLANG =
      """
      # TYPE sglang:num_running_reqs gauge
      sglang:num_running_reqs{model_name="m",tp_rank="0"} 5.0
      sglang:num_queue_reqs{model_name="m",tp_rank="0"} 1.0
      sglang:token_usage{model_name="m",tp_rank="0"} 0.28
      sglang:cache_hit_rate{model_name="m",tp_rank="0"} 0.4
      sglang:prompt_tokens_total{model_name="m"} 8.128902e+06
      sglang:generation_tokens_total{model_name="m"} 7.557572e+06
      sglang:cached_tokens_total{model_name="m",cache_source="device"} 10.0
      sglang:cached_tokens_total{model_name="m",cache_source="host"} 5.0
      """;

  @Test
  void of_vllmWithTwoEngines_addsCountsUpAndAveragesShares() {
    EngineReading reading = EngineReading.of(VLLM);

    assertThat(reading.engine()).isEqualTo("vllm");
    assertThat(reading.figures())
        .containsOnly(
            entry("running", 7.0),
            entry("waiting", 0.0),
            entry("kv_usage", 0.375),
            entry("prefix_queries", 1000.0),
            entry("prefix_hits", 750.0),
            entry("preemptions", 2.0),
            entry("prompt_tokens", 12_345_678.0));
  }

  @Test
  void of_sglang_tellsTheSameFigures() {
    EngineReading reading = EngineReading.of(SGLANG);

    assertThat(reading.engine()).isEqualTo("sglang");
    assertThat(reading.figures())
        .containsOnly(
            entry("running", 5.0),
            entry("waiting", 1.0),
            entry("kv_usage", 0.28),
            entry("cache_hit_rate", 0.4),
            entry("prompt_tokens", 8_128_902.0),
            entry("generation_tokens", 7_557_572.0),
            entry("prefix_queries", 8_128_902.0),
            entry("prefix_hits", 15.0));
  }

  @Test
  void of_olderVllm_isReadByItsOlderNames() {
    assertThat(
            EngineReading.of("vllm:gpu_cache_usage_perc 0.9\nvllm:gpu_prefix_cache_hits_total 7\n")
                .figures())
        .containsOnly(entry("kv_usage", 0.9), entry("prefix_hits", 7.0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html><body>not found</body></html>",
        "{\"detail\":\"Not Found\"}",
        "vllm:num_requests_running",
        "vllm:num_requests_running{engine=\"0\"}",
        "vllm:num_requests_running{engine=0} 1",
        "vllm:num_requests_running{engine=\"0} 1",
        "vllm:num_requests_running{engine=\"0\" 1",
        "vllm:num_requests_running{engine=\"a\\q\"} 1",
        "vllm:num_requests_running{\"0\"} 1",
        "vllm:num_requests_running{a=\"0\"b=\"1\"} 1",
        "vllm:num_requests_running one",
        "vllm:num_requests_running 0x10",
        "vllm:num_requests_running 1f",
        "vllm:num_requests_running 1 2 3",
        "vllm:num_requests_running 1 2.5",
        "vllm:num_requests_running -1",
        "vllm:prompt_tokens_total +Inf",
        "1metric 5",
        "# TYPE vllm:num_requests_running gouge",
        "# TYPE vllm:num_requests_running"
      })
  void of_anythingThatBreaksTheFormat_isRefusedWhole(String line) {
    assertThatExceptionOfType(MetricsTextException.class)
        .isThrownBy(() -> EngineReading.of("vllm:num_requests_waiting 1\n" + line + "\n"));
  }

  @Test
  void of_fault_isNamedWithItsLine() {
    assertThatExceptionOfType(MetricsTextException.class)
        .isThrownBy(() -> EngineReading.of("a 1\nb two\n"))
        .withMessage("line 2: no number where the value should be");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "up 1\n", "vllm:unheard_of 1\n", "vllm:num_requests_running NaN\n"})
  void of_nothingThatIsKnown_saysWhatWasLookedFor(String text) {
    assertThatExceptionOfType(MetricsTextException.class)
        .isThrownBy(() -> EngineReading.of(text))
        .withMessageContaining("--enable-metrics");
  }

  @Test
  void of_moreThanTheBounds_isRefused() {
    String long_ = "a{b=\"" + "x".repeat(MetricsText.LONGEST_LINE) + "\"} 1\n";
    String many = "a 1\n".repeat(MetricsText.MOST_LINES + 1);

    assertThatExceptionOfType(MetricsTextException.class).isThrownBy(() -> EngineReading.of(long_));
    assertThatExceptionOfType(MetricsTextException.class).isThrownBy(() -> EngineReading.of(many));
  }

  /** What a cut connection leaves is never taken for an answer. */
  @Property(tries = 300)
  void of_textCutWithinALine_isRefused(@ForAll @IntRange(min = 1, max = 1_100) int length) {
    String cut = VLLM.substring(0, Math.min(length, VLLM.length() - 1));

    if (!cut.endsWith("\n")) {
      assertThatExceptionOfType(MetricsTextException.class).isThrownBy(() -> EngineReading.of(cut));
    }
  }
}
