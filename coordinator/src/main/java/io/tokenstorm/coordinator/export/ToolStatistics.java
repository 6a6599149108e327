package io.tokenstorm.coordinator.export;

import io.tokenstorm.coordinator.export.tool.Missing;
import io.tokenstorm.coordinator.export.tool.Reasons;
import io.tokenstorm.coordinator.stats.Distribution;
import io.tokenstorm.coordinator.stats.LongColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The statistics that vLLM's and SGLang's client write of a latency: {@code mean_ttft_ms}, {@code
 * median_ttft_ms}, {@code std_ttft_ms}, {@code p99_ttft_ms} and so on, in milliseconds, as numpy
 * computes them; 0 where there is no sample.
 */
final class ToolStatistics {
  private static final long MILLIS = 1_000_000;

  private final ToolJson json;
  private final List<String> names = new ArrayList<>(List.of("median"));
  private final int[] percentiles;

  /**
   * @param further percentiles by the names they have in keys, such as {@code p99}
   */
  ToolStatistics(ToolJson json, String... further) {
    this.json = json;
    this.names.addAll(Arrays.asList(further));
    this.percentiles = new int[names.size()];
    percentiles[0] = 50;
    for (int i = 0; i < further.length; i++) {
      percentiles[i + 1] = Integer.parseInt(further[i].substring(1));
    }
  }

  /** Of whole nanoseconds. */
  void whole(String figure, LongColumn nanos, Missing missing) throws IOException {
    write(figure, Distribution.ofWhole(nanos, MILLIS, percentiles), missing);
  }

  /** Of doubles in nanoseconds. */
  void doubles(String figure, LongColumn bits, Missing missing) throws IOException {
    write(figure, Distribution.ofDoubles(bits, MILLIS, percentiles), missing);
  }

  private void write(String figure, Optional<Distribution> sample, Missing missing)
      throws IOException {
    if (missing.any() && !missing.all()) {
      json.note(Reasons.leftOut(figure, missing.requests(), missing.why()));
    }
    List<String> keys = new ArrayList<>(List.of("mean", names.get(0), "std"));
    keys.addAll(names.subList(1, names.size()));
    for (String key : keys) {
      String name = key + "_" + figure + "_ms";
      if (missing.all()) {
        json.unknown(name, missing.why());
      } else {
        json.number(name, sample.map(d -> of(d, key)).orElse(0.0));
      }
    }
  }

  private double of(Distribution sample, String key) {
    return switch (key) {
      case "mean" -> sample.mean();
      case "std" -> sample.deviation();
      default -> sample.percentiles().get(names.indexOf(key));
    };
  }
}
