package io.tokenstorm.replica.metrics;

import io.tokenstorm.replica.engine.EngineGauges;
import io.tokenstorm.replica.truth.TokenTrace;
import io.tokenstorm.replica.truth.TruthRecord;

/**
 * What {@code /metrics} shows, by vLLM's names or SGLang's. Latencies count from arrival, in
 * seconds; tokens as the engine computes and emits them.
 */
public final class ReplicaMetrics {
  private final MetricNames names;
  private final String labels;
  private final Histogram ttft =
      new Histogram(
          0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20,
          40, 80, 160);
  private final Histogram tpot =
      new Histogram(0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 10);
  private final Histogram e2e =
      new Histogram(
          0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960);
  private long finished;

  /** Nothing counted yet. */
  public ReplicaMetrics(MetricNames names, String model) {
    this.names = names;
    String name = "model_name=\"" + model.replace("\\", "\\\\").replace("\"", "'") + "\"";
    this.labels = (names == MetricNames.VLLM ? "engine=\"0\"," : "engine_type=\"unified\",") + name;
  }

  /** Counts a request that the engine had taken. */
  public void ended(TruthRecord record) {
    if (!record.ended().equals("done")) {
      return;
    }
    finished++;
    e2e.add((record.endNanos() - record.arrivalNanos()) / 1e9);
    TokenTrace trace = record.trace();
    if (trace.size() > 0) {
      ttft.add((trace.writtenNanos(0) - record.arrivalNanos()) / 1e9);
    }
    if (trace.size() > 1) {
      long spanNanos = trace.writtenNanos(trace.size() - 1) - trace.writtenNanos(0);
      tpot.add(spanNanos / 1e9 / (trace.totalTokens() - 1));
    }
  }

  /** The text format of Prometheus. */
  public String text(EngineGauges gauges) {
    StringBuilder out = new StringBuilder(4096);
    if (names == MetricNames.VLLM) {
      vllm(out, gauges);
    } else {
      sglang(out, gauges);
    }
    return out.toString();
  }

  private void vllm(StringBuilder out, EngineGauges gauges) {
    single(out, "vllm:num_requests_running", "gauge", gauges.running());
    single(out, "vllm:num_requests_waiting", "gauge", gauges.waiting());
    single(out, "vllm:kv_cache_usage_perc", "gauge", gauges.cacheUsage());
    single(out, "vllm:prefix_cache_queries_total", "counter", gauges.cacheQueries());
    single(out, "vllm:prefix_cache_hits_total", "counter", gauges.cacheHits());
    single(out, "vllm:num_preemptions_total", "counter", gauges.preemptions());
    single(out, "vllm:prompt_tokens_total", "counter", gauges.promptTokens());
    single(out, "vllm:generation_tokens_total", "counter", gauges.generationTokens());
    single(out, "vllm:request_success_total", "counter", finished);
    latencies(out, "vllm");
  }

  private void sglang(StringBuilder out, EngineGauges gauges) {
    single(out, "sglang:num_running_reqs", "gauge", gauges.running());
    single(out, "sglang:num_queue_reqs", "gauge", gauges.waiting());
    single(out, "sglang:token_usage", "gauge", gauges.cacheUsage());
    single(out, "sglang:cache_hit_rate", "gauge", gauges.lastHitRate());
    single(out, "sglang:prompt_tokens_total", "counter", gauges.promptTokens());
    single(out, "sglang:generation_tokens_total", "counter", gauges.generationTokens());
    single(out, "sglang:cached_tokens_total", "counter", gauges.cacheHits());
    single(out, "sglang:num_retracted_requests_total", "counter", gauges.preemptions());
    single(out, "sglang:num_requests_total", "counter", finished);
    latencies(out, "sglang");
  }

  private void latencies(StringBuilder out, String engine) {
    ttft.print(out, engine + ":time_to_first_token_seconds", labels);
    tpot.print(out, engine + ":time_per_output_token_seconds", labels);
    e2e.print(out, engine + ":e2e_request_latency_seconds", labels);
  }

  private void single(StringBuilder out, String name, String type, Number value) {
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    out.append(name).append('{').append(labels).append("} ").append(value).append('\n');
  }
}
