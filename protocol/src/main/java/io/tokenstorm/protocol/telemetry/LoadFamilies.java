package io.tokenstorm.protocol.telemetry;

import io.prometheus.metrics.model.snapshots.Labels;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.telemetry.Families.Sample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * What load is told as, whether of a cluster or of one worker: counters and latencies by stage.
 * Every stage and kind of failure is there from the beginning, as 0: a reader that looks once in a
 * while sees nothing of what a counter had counted before it first saw it.
 */
public final class LoadFamilies {
  /** Never added to. */
  private static final MergedWindow NOTHING = new MergedWindow();

  private final Families families;
  private final String prefix;
  private final Map<LoadStage, MergedWindow> totals;

  private LoadFamilies(Families families, String prefix, Map<LoadStage, MergedWindow> totals) {
    this.families = families;
    this.prefix = prefix;
    this.totals = new EnumMap<>(LoadStage.class);
    for (LoadStage stage : LoadStage.values()) {
      this.totals.put(stage, totals.getOrDefault(stage, NOTHING));
    }
  }

  /**
   * Adds them.
   *
   * @param prefix of all names, such as {@code tokenstorm_}
   * @param totals since the process began, by stage
   */
  public static void addTo(Families families, String prefix, Map<LoadStage, MergedWindow> totals) {
    LoadFamilies load = new LoadFamilies(families, prefix, totals);
    load.counters();
    load.latencies();
  }

  private void counters() {
    counter("requests_sent", "Requests sent.", MergedWindow::sent);
    counter("requests_succeeded", "Requests that succeeded.", MergedWindow::success);
    counter("output_tokens", "Tokens of requests that succeeded.", MergedWindow::outputTokens);
    counter(
        "output_events",
        "Output-bearing events that arrived, those of running and failed requests included.",
        MergedWindow::streamedEvents);
    List<Sample> errors = new ArrayList<>();
    totals.forEach(
        (stage, window) ->
            withZeros(window.errors())
                .forEach(
                    (kind, n) -> errors.add(Sample.of(n, "stage", label(stage), "kind", kind))));
    families.counters(prefix + "requests_failed", "Requests that failed, by kind.", errors);
  }

  /** Kinds that a newer worker counts and this node does not know stay in. */
  private static Map<String, Long> withZeros(Map<String, Long> errors) {
    Map<String, Long> all = new TreeMap<>();
    for (ErrorKind kind : ErrorKind.values()) {
      all.put(kind.label(), 0L);
    }
    all.putAll(errors);
    return all;
  }

  private void counter(String name, String help, ToDoubleFunction<MergedWindow> of) {
    List<Sample> samples = new ArrayList<>();
    totals.forEach(
        (stage, window) -> samples.add(Sample.of(of.applyAsDouble(window), "stage", label(stage))));
    families.counters(prefix + name, help, samples);
  }

  private void latencies() {
    latency("time_to_first_token_seconds", "From sending to the first token.", MergedWindow::ttft);
    latency("time_per_output_token_seconds", "Time per output token.", MergedWindow::tpot);
    latency("request_duration_seconds", "From sending to the last token.", MergedWindow::e2e);
    latency("inter_token_latency_seconds", "Gaps between output events.", MergedWindow::itl);
  }

  private void latency(String name, String help, Function<MergedWindow, Histogram> of) {
    Map<Labels, Histogram> byStage = new LinkedHashMap<>();
    totals.forEach(
        (stage, window) -> byStage.put(Labels.of("stage", label(stage)), of.apply(window)));
    families.latencies(prefix + name, help + " Of requests that succeeded.", byStage);
  }

  private static String label(LoadStage stage) {
    return stage.name().toLowerCase(Locale.ROOT);
  }
}
