package io.tokenstorm.coordinator.plan.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The keys of each part of a plan. The JSON Schema that editors use names the same keys; a test
 * compares the two.
 *
 * @param what what a mapping with these keys is, for a message
 * @param keys all it may hold
 */
public record Section(String what, List<String> keys) {
  public static final Section PLAN =
      of(
          "a plan",
          "name",
          "model",
          "engine",
          "hardware",
          "precision",
          "notes",
          "seed",
          "tokenizer",
          "on_worker_loss",
          "routes",
          "auth",
          "replica_metrics",
          "defaults",
          "workloads",
          "phases");
  public static final Section ROUTE =
      of("a route", "url", "replicas", "headers", "replica_header", "tls", "keep_alive");
  public static final Section TLS = of("tls", "verify", "ca", "server_name");
  public static final Section AUTH = of("auth", "bearer", "header");
  public static final Section REPLICA_METRICS = of("replica_metrics", "every", "path", "urls");
  public static final Section DEFAULTS =
      of(
          "defaults",
          "api",
          "output_tokens",
          "sampling",
          "warmup",
          "measure",
          "timeout",
          "stream",
          "include_usage",
          "body",
          "events");
  public static final Section PHASE =
      plus("a phase", DEFAULTS, "name", "route", "workload", "concurrency");
  public static final Section WORKLOAD =
      of("a workload", "input_tokens", "prefix", "prompt", "token_ids", "tokenizer", "exact");
  public static final Section TOKEN_IDS = of("token_ids", "first", "last");
  public static final Section PREFIX = of("prefix", "tokens", "groups", "fresh");
  public static final Section WARMUP = of("warmup", "requests_per_slot", "duration", "drain");
  public static final Section MEASURE = of("measure", "at_least", "requests");
  public static final Section TIMEOUT = of("timeout", "connect", "idle", "total");
  public static final Section EVENT = of("an event", "at", "http");
  public static final Section HTTP = of("http", "post", "get", "put", "delete", "body");
  public static final Section WORKER_LOSS = of("on_worker_loss", "policy", "wait");
  public static final Section SAMPLING =
      new Section("sampling", List.copyOf(SamplingFields.KINDS.keySet()));

  private static final String RATE =
      "`rate` is reserved for open-loop load, which this version does not make; load is given by"
          + " `concurrency`";

  /** Words that users of other tools bring along. */
  private static final Map<String, String> SYNONYMS =
      Map.of(
          "max_tokens", "output_tokens",
          "prompt_tokens", "input_tokens",
          "connections", "concurrency",
          "clients", "concurrency",
          "endpoint", "url",
          "base_url", "url",
          "api_key", "auth",
          "duration", "measure",
          "extra_body", "body");

  private static Section of(String what, String... keys) {
    return new Section(what, List.of(keys));
  }

  private static Section plus(String what, Section base, String... keys) {
    List<String> all = new ArrayList<>(List.of(keys));
    all.addAll(base.keys());
    return new Section(what, List.copyOf(all));
  }

  /** Why a key that is not in the grammar is refused with words of its own; empty for the rest. */
  static String reserved(String key) {
    return key.equals("rate") ? RATE : "";
  }

  /** The key that another tool's word stands for, if this section has it; else empty. */
  String synonym(String key) {
    String own = SYNONYMS.getOrDefault(key, "");
    return keys.contains(own) ? own : "";
  }
}
