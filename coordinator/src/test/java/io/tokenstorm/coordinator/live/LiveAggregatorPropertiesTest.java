package io.tokenstorm.coordinator.live;

import static io.tokenstorm.coordinator.live.RunSamples.SECOND;
import static io.tokenstorm.coordinator.live.RunSamples.measuring;
import static io.tokenstorm.coordinator.live.RunSamples.phase;
import static io.tokenstorm.coordinator.live.RunSamples.plan;
import static io.tokenstorm.coordinator.live.RunSamples.run;
import static io.tokenstorm.coordinator.live.RunSamples.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;

/** Laws of the merge, over many random runs. */
class LiveAggregatorPropertiesTest {
  private static LiveFrame frame(LiveAggregator aggregator, long atNanos, LiveSketch... sketches) {
    return aggregator.frame(
        snapshot(run(plan(phase("direct-c1")), measuring(3, sketches)), atNanos));
  }

  @Property(tries = 100)
  void merge_anySplitOverWorkers_equalsTheHistogramOfAllValues(
      @ForAll @Size(min = 1, max = 200) List<@LongRange(min = 1, max = 4_000_000_000L) Long> ttfts,
      @ForAll @IntRange(min = 1, max = 6) int workers,
      @ForAll Random random) {
    List<WorkerSim> sims = sims(workers);
    Histogram all = LatencySketch.newHistogram();
    for (long micros : ttfts) {
      sims.get(random.nextInt(workers)).succeeds(micros, 1, 2);
      LatencySketch.count(all, micros * 1e3);
    }
    LiveAggregator aggregator = new LiveAggregator("run-1");
    LiveSketch[] sketches = sims.stream().map(WorkerSim::sketch).toArray(LiveSketch[]::new);

    LatencyView ttft = frame(aggregator, 12 * SECOND, sketches).ttft();

    assertThat(ttft.count()).isEqualTo(ttfts.size());
    assertThat(ttft.p50()).isEqualTo(SketchPercentile.of(all, 50) / 1e6);
    assertThat(ttft.p90()).isEqualTo(SketchPercentile.of(all, 90) / 1e6);
    assertThat(ttft.p99()).isEqualTo(SketchPercentile.of(all, 99) / 1e6);
    assertThat(ttft.max()).isEqualTo(SketchPercentile.of(all, 100) / 1e6);
    assertThat(ttft.buckets().stream().mapToLong(LatencyView.Bucket::count).sum())
        .isEqualTo(ttfts.size());
  }

  @Property(tries = 60)
  void finalFrame_sketchesReorderedLostAndRepeated_isTheSame(
      @ForAll @IntRange(min = 1, max = 4) int workers,
      @ForAll @IntRange(min = 1, max = 12) int rounds,
      @ForAll Random random) {
    List<WorkerSim> sims = sims(workers);
    List<LiveSketch> sent = new ArrayList<>();
    List<LiveSketch> last = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (WorkerSim sim : sims) {
        load(sim, random);
        sent.add(sim.sketch());
      }
    }
    sims.forEach(sim -> last.add(sim.sketch()));

    LiveFrame calm = finalFrame(new LiveAggregator("run-1"), sent, last);
    LiveAggregator stormy = new LiveAggregator("run-1");
    LiveFrame troubled = finalFrame(stormy, disturbed(sent, last, random), List.of());

    assertThat(troubled.requests()).isEqualTo(calm.requests());
    assertThat(withoutRecent(troubled.ttft())).isEqualTo(withoutRecent(calm.ttft()));
    assertThat(withoutRecent(troubled.tpot())).isEqualTo(withoutRecent(calm.tpot()));
    assertThat(withoutRecent(troubled.e2e())).isEqualTo(withoutRecent(calm.e2e()));
    assertThat(withoutRecent(troubled.itl())).isEqualTo(withoutRecent(calm.itl()));
    assertThat(troubled.window()).isEqualTo(calm.window());
  }

  private static List<WorkerSim> sims(int workers) {
    List<WorkerSim> sims = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      sims.add(new WorkerSim("w" + i, 3, LoadStage.MEASURE));
    }
    return sims;
  }

  private static void load(WorkerSim sim, Random random) {
    for (int i = random.nextInt(3); i > 0; i--) {
      if (random.nextInt(4) == 0) {
        sim.fails("reset");
      } else {
        sim.succeeds(1 + random.nextInt(5_000_000), 1 + random.nextInt(50_000), 2);
      }
    }
  }

  /** Shuffled, some left out, some twice; the last ones of each worker get through somewhere. */
  private static List<LiveSketch> disturbed(
      List<LiveSketch> sent, List<LiveSketch> last, Random random) {
    List<LiveSketch> arriving = new ArrayList<>(last);
    for (LiveSketch sketch : sent) {
      for (int copies = random.nextInt(3); copies > 0; copies--) {
        arriving.add(sketch);
      }
    }
    Collections.shuffle(arriving, random);
    return arriving;
  }

  /** Frames are taken in between, as in life; the last sketches arrive last if given apart. */
  private static LiveFrame finalFrame(
      LiveAggregator aggregator, List<LiveSketch> arriving, List<LiveSketch> last) {
    long now = 11 * SECOND;
    for (LiveSketch sketch : arriving) {
      now += SECOND / 10;
      frame(aggregator, now, sketch);
    }
    return frame(aggregator, 100 * SECOND, last.toArray(LiveSketch[]::new));
  }

  private static LatencyView withoutRecent(LatencyView view) {
    return new LatencyView(
        view.count(),
        view.p50(),
        view.p90(),
        view.p99(),
        view.max(),
        0,
        null,
        null,
        view.buckets());
  }
}
