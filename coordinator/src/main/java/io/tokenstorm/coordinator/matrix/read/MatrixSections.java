package io.tokenstorm.coordinator.matrix.read;

import io.tokenstorm.coordinator.plan.parse.Section;
import java.util.List;

/**
 * The keys of each part of a plan of this kind. Its JSON Schema names the same; a test compares.
 */
final class MatrixSections {
  static final Section PLAN =
      of(
          "a server-matrix plan",
          "kind",
          "name",
          "model",
          "description",
          "hardware",
          "accelerator",
          "chip",
          "precision",
          "env",
          "script",
          "notes",
          "seed",
          "lengths",
          "context_pad",
          "axes",
          "search",
          "repeats",
          "cold",
          "output_tokens",
          "prompts",
          "concurrency",
          "request_rate",
          "token_ids",
          "tokenizer",
          "environment",
          "headers",
          "request",
          "ready",
          "stop",
          "engines");
  static final Section ENGINE =
      of(
          "an engine",
          "command",
          "environment",
          "directory",
          "worker",
          "host",
          "port",
          "headers",
          "served_model",
          "request",
          "ready",
          "stop");
  static final Section REQUEST =
      of("request", "api", "stream", "include_usage", "sampling", "body", "timeout");
  static final Section READY = of("ready", "health", "within", "poll", "warm");
  static final Section STOP = of("stop", "grace", "check", "check_within");
  static final Section SEARCH = of("search", "max_context");
  static final Section MAX_CONTEXT = of("max_context", "granularity", "up_to");
  static final Section COLD = of("cold", "reset");

  private MatrixSections() {}

  private static Section of(String what, String... keys) {
    return new Section(what, List.of(keys));
  }
}
