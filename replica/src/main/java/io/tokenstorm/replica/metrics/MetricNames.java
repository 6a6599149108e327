package io.tokenstorm.replica.metrics;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Under whose names a replica tells of itself at {@code /metrics}. */
public enum MetricNames {
  /** As {@code vllm/v1/metrics/loggers.py} of vLLM 0.11 has them. */
  VLLM,
  /** As {@code srt/metrics/collector.py} of SGLang 0.5 has them. */
  SGLANG;

  /** The names by their label in a profile. */
  public static Optional<MetricNames> parse(String label) {
    return Arrays.stream(values())
        .filter(names -> names.name().toLowerCase(Locale.ROOT).equals(label))
        .findFirst();
  }
}
