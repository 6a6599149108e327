package io.tokenstorm.coordinator.scrape;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Under which names an engine tells each figure. Where there are several names, newer versions tell
 * the first; some tell old and new at once, so they are alternatives and never added up.
 *
 * <p>vLLM: {@code vllm/v1/metrics/loggers.py} from 0.9 on, and the older names of 0.7
 * (https://docs.vllm.ai/en/stable/usage/metrics/). SGLang: {@code srt/metrics/collector.py} of 0.4
 * to 0.5 (https://docs.sglang.io/references/production_metrics.html).
 */
enum EngineNames {
  VLLM(
      Map.of(
          EngineFigure.RUNNING, List.of("vllm:num_requests_running"),
          EngineFigure.WAITING, List.of("vllm:num_requests_waiting"),
          EngineFigure.KV_USAGE, List.of("vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"),
          EngineFigure.CACHE_HIT_RATE, List.of("vllm:gpu_prefix_cache_hit_rate"),
          EngineFigure.PROMPT_TOKENS, List.of("vllm:prompt_tokens_total"),
          EngineFigure.GENERATION_TOKENS, List.of("vllm:generation_tokens_total"),
          EngineFigure.PREFIX_QUERIES,
              List.of("vllm:prefix_cache_queries_total", "vllm:gpu_prefix_cache_queries_total"),
          EngineFigure.PREFIX_HITS,
              List.of("vllm:prefix_cache_hits_total", "vllm:gpu_prefix_cache_hits_total"),
          EngineFigure.PREEMPTIONS, List.of("vllm:num_preemptions_total"))),
  SGLANG(
      Map.of(
          EngineFigure.RUNNING, List.of("sglang:num_running_reqs"),
          EngineFigure.WAITING, List.of("sglang:num_queue_reqs"),
          EngineFigure.KV_USAGE, List.of("sglang:token_usage"),
          EngineFigure.CACHE_HIT_RATE, List.of("sglang:cache_hit_rate"),
          EngineFigure.PROMPT_TOKENS, List.of("sglang:prompt_tokens_total"),
          EngineFigure.GENERATION_TOKENS, List.of("sglang:generation_tokens_total"),
          // every prompt is looked up whole
          EngineFigure.PREFIX_QUERIES, List.of("sglang:prompt_tokens_total"),
          EngineFigure.PREFIX_HITS, List.of("sglang:cached_tokens_total"),
          EngineFigure.PREEMPTIONS, List.of("sglang:num_retracted_requests_total")));

  @SuppressWarnings("ImmutableEnumChecker") // filled once, never changed
  private final Map<EngineFigure, List<String>> names;

  EngineNames(Map<EngineFigure, List<String>> names) {
    this.names = new EnumMap<>(names);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  Map<EngineFigure, List<String>> names() {
    return Collections.unmodifiableMap(names);
  }

  /** All names. */
  Set<String> wanted() {
    return names.values().stream().flatMap(List::stream).collect(Collectors.toSet());
  }
}
