package io.tokenstorm.coordinator.scrape;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one engine told at one moment.
 *
 * @param engine {@code vllm} or {@code sglang}, by the names it uses
 * @param figures by {@link EngineFigure#label}; what it does not tell is left out
 */
public record EngineReading(String engine, Map<String, Double> figures) {
  private static final Set<String> WANTED = wanted();

  private static Set<String> wanted() {
    Set<String> all = new HashSet<>();
    for (EngineNames names : EngineNames.values()) {
      all.addAll(names.wanted());
    }
    return all;
  }

  /**
   * Reads the text that an engine answers at {@code /metrics}. A server may hold several engines
   * (data parallel): their counts are added up, their shares averaged.
   *
   * @throws MetricsTextException if the text is not in Prometheus' format, or of no known engine
   */
  public static EngineReading of(String text) {
    Map<String, List<Double>> samples = MetricsText.samples(text, WANTED);
    for (EngineNames names : EngineNames.values()) {
      Map<String, Double> figures = figures(names, samples);
      if (!figures.isEmpty()) {
        return new EngineReading(names.label(), figures);
      }
    }
    throw new MetricsTextException(
        "it tells none of the known metrics of vLLM (vllm:…) or SGLang (sglang:…; started with"
            + " --enable-metrics)");
  }

  private static Map<String, Double> figures(EngineNames names, Map<String, List<Double>> samples) {
    Map<String, Double> figures = new TreeMap<>();
    names
        .names()
        .forEach(
            (figure, alternatives) ->
                alternatives.stream()
                    .filter(samples::containsKey)
                    .findFirst()
                    .ifPresent(
                        name -> put(figures, figure, name, samples.getOrDefault(name, List.of()))));
    return figures;
  }

  private static void put(
      Map<String, Double> figures, EngineFigure figure, String name, List<Double> values) {
    List<Double> known = values.stream().filter(v -> !v.isNaN()).toList();
    if (known.stream().anyMatch(v -> v < 0 || v.isInfinite())) {
      throw new MetricsTextException(
          String.format(Locale.ROOT, "%s is negative or without bound", name));
    }
    if (!known.isEmpty()) {
      double sum = known.stream().mapToDouble(v -> v).sum();
      boolean share = figure == EngineFigure.KV_USAGE || figure == EngineFigure.CACHE_HIT_RATE;
      figures.put(figure.label(), share ? sum / known.size() : sum);
    }
  }
}
