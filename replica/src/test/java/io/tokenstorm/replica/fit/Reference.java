package io.tokenstorm.replica.fit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The reference's figures, phase by phase, and how far a result is from them. */
final class Reference {
  /** The phases that the fit must meet. */
  static final List<String> FITTED =
      List.of(
          "direct-c1",
          "gateway-c1",
          "gateway-c32",
          "long-c16",
          "recheck-c4",
          "recheck-c16",
          "recheck-c32",
          "recheck-prefix-aware");

  /** The phases that carry the unexplained stall. */
  static final List<String> UNEXPLAINED = List.of("prefix-random", "recheck-prefix-random");

  private final Map<String, JsonNode> phases = new LinkedHashMap<>();

  private Reference(JsonNode root) {
    root.path("phases").forEach(phase -> phases.put(phase.path("phase").asText(), phase));
  }

  static Reference load() throws IOException {
    try (InputStream in = Reference.class.getResourceAsStream("/reference/serving-phases.json")) {
      return new Reference(new ObjectMapper().readTree(in));
    }
  }

  /** Result over reference: throughput, TTFT p50, TPOT p50. */
  Map<String, Double> ratios(PhaseResult result) {
    JsonNode phase = phases.get(result.phase().name());
    Map<String, Double> ratios = new LinkedHashMap<>();
    ratios.put(
        "throughput", result.tokensPerSecond() / phase.path("output_tokens_per_second").asDouble());
    ratios.put("ttft p50", result.ttft(50) / phase.path("ttft").path("p50").asDouble());
    ratios.put("tpot p50", result.tpot(50) / phase.path("tpot").path("p50").asDouble());
    return ratios;
  }
}
