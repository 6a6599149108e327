package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.LiveFrame.EngineView;
import io.tokenstorm.coordinator.live.LiveFrame.ReplicaRow;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.scrape.EngineFigure;
import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Who answered in the measured window, by merged records. A target that makes up names without end
 * costs bounded memory: beyond {@link #MAX_REPLICAS} they share one row.
 */
final class ReplicaTallies {
  static final int MAX_REPLICAS = 128;
  static final String OTHERS = "(others)";
  private static final int DIGITS = 2;

  private static final class Tally {
    private long success;
    private long errors;
    private long outputTokens;
    private final Histogram ttft = new Histogram(1, LatencySketch.HIGHEST_MICROS, DIGITS);
  }

  private final Map<String, Tally> byReplica = new TreeMap<>();

  void add(RequestRecord record) {
    if (record.key().stage() != LoadStage.MEASURE) {
      return;
    }
    boolean known = byReplica.containsKey(record.replica()) || byReplica.size() < MAX_REPLICAS;
    Tally tally = byReplica.computeIfAbsent(known ? record.replica() : OTHERS, r -> new Tally());
    if (record.succeeded()) {
      tally.success++;
      tally.outputTokens += record.tokens().output();
      double ttft = RequestMetric.TTFT.nanosOf(record);
      if (!Double.isNaN(ttft)) {
        LatencySketch.count(tally.ttft, ttft);
      }
    } else if (record.outcome() instanceof Outcome.Failed) {
      tally.errors++;
    }
  }

  /** A replica that tells of itself has a row from the beginning. */
  List<ReplicaRow> rows(Map<String, RunEvent.ReplicaReading> readings, long nowNanos) {
    Map<String, ReplicaRow> rows = new TreeMap<>();
    readings.forEach(
        (replica, reading) ->
            rows.put(
                replica, new ReplicaRow(replica, 0, 0, 0, null, null, view(reading, nowNanos))));
    byReplica.forEach(
        (replica, tally) -> {
          ReplicaRow told = rows.get(replica);
          rows.put(replica, row(replica, tally, told == null ? null : told.engine()));
        });
    return List.copyOf(rows.values());
  }

  private static EngineView view(RunEvent.ReplicaReading reading, long nowNanos) {
    return new EngineView(
        reading.engine(),
        Math.max(0, nowNanos - reading.answeredAtNanos()) / 1e9,
        reading.figures().get(EngineFigure.RUNNING.label()),
        reading.figures().get(EngineFigure.WAITING.label()),
        reading.figures().get(EngineFigure.KV_USAGE.label()),
        reading.error());
  }

  private static ReplicaRow row(String replica, Tally tally, @Nullable EngineView engine) {
    return new ReplicaRow(
        replica,
        tally.success,
        tally.errors,
        tally.outputTokens,
        LatencyView.percentile(tally.ttft, 50),
        LatencyView.percentile(tally.ttft, 99),
        engine);
  }
}
