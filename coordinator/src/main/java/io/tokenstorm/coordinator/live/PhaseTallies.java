package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.PhaseRow.Headline;
import io.tokenstorm.coordinator.service.LiveRun.SettledPhase;
import io.tokenstorm.coordinator.service.LiveWindow;
import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The measured requests of each phase, by merged records: counts, tokens and the last end are
 * exact, percentiles within 0.1 %. Only the last epoch of a phase counts. The tally of a phase long
 * settled is reduced to its headline, so that a long plan costs bounded memory.
 */
final class PhaseTallies {
  /** A record may still be on its way for so many frames after its phase was seen settled. */
  private static final int FRAMES_TO_FREEZE = 3;

  private static final class Tally {
    private final int epoch;
    private long outputTokens;
    private long lastEndNanos = Long.MIN_VALUE;
    private int framesSettled;
    private final Histogram ttft = LatencySketch.newHistogram();
    private final Histogram tpot = LatencySketch.newHistogram();

    Tally(int epoch) {
      this.epoch = epoch;
    }

    void add(RequestRecord record) {
      lastEndNanos =
          Math.max(lastEndNanos, record.instants().sentNanos() + record.instants().endNanos());
      if (record.succeeded()) {
        outputTokens += record.tokens().output();
        count(ttft, RequestMetric.TTFT.nanosOf(record));
        count(tpot, RequestMetric.TPOT.nanosOf(record));
      }
    }

    private static void count(Histogram histogram, double nanos) {
      if (!Double.isNaN(nanos)) {
        LatencySketch.count(histogram, nanos);
      }
    }
  }

  private final Map<Integer, Tally> tallies = new HashMap<>();
  private final Map<Integer, Headline> frozen = new HashMap<>();
  private final Map<Integer, Long> openedAtNanos = new HashMap<>();

  void add(RequestRecord record) {
    int phase = record.key().phase();
    int epoch = record.key().epoch();
    if (record.key().stage() != LoadStage.MEASURE || frozen.containsKey(phase)) {
      return;
    }
    Tally tally = tallies.get(phase);
    if (tally == null || tally.epoch < epoch) {
      tally = new Tally(epoch);
      tallies.put(phase, tally);
    }
    if (tally.epoch == epoch) {
      tally.add(record);
    }
  }

  /** The measured window of a phase is set. */
  void window(int phase, LiveWindow measure) {
    if (measure.isSet()) {
      openedAtNanos.put(phase, measure.opensAtNanos());
    }
  }

  /** The figures of a settled phase; asked once a frame. */
  Headline headline(SettledPhase settled) {
    Headline known = frozen.get(settled.phase());
    if (known != null) {
      return known;
    }
    Tally tally = tallies.get(settled.phase());
    Headline headline = headline(settled, tally, openedAtNanos.get(settled.phase()));
    if (tally != null && ++tally.framesSettled >= FRAMES_TO_FREEZE) {
      frozen.put(settled.phase(), headline);
      tallies.remove(settled.phase());
    }
    return headline;
  }

  private static Headline headline(
      SettledPhase settled, @Nullable Tally tally, @Nullable Long openedAtNanos) {
    long requests = settled.success() + settled.errors() + settled.cut() + settled.lost();
    if (tally == null || openedAtNanos == null || tally.lastEndNanos <= openedAtNanos) {
      return new Headline(
          requests, settled.success(), settled.errors(), null, null, null, null, null, null, null);
    }
    double elapsed = (tally.lastEndNanos - openedAtNanos) / 1e9;
    return new Headline(
        requests,
        settled.success(),
        settled.errors(),
        elapsed,
        tally.outputTokens / elapsed,
        settled.success() / elapsed,
        LatencyView.percentile(tally.ttft, 50),
        LatencyView.percentile(tally.ttft, 99),
        LatencyView.percentile(tally.tpot, 50),
        LatencyView.percentile(tally.tpot, 99));
  }
}
