package io.tokenstorm.coordinator.live;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** A worker that counts requests as a real one does and hands out cumulative sketches. */
final class WorkerSim {
  private final String worker;
  private final int epoch;
  private final LoadStage stage;
  private long sent;
  private long success;
  private long outputTokens;
  private long events;
  private final Map<String, Long> errors = new TreeMap<>();
  private final Histogram ttft = LatencySketch.newHistogram();
  private final Histogram tpot = LatencySketch.newHistogram();
  private final Histogram e2e = LatencySketch.newHistogram();
  private final Histogram itl = LatencySketch.newHistogram();

  WorkerSim(String worker, int epoch, LoadStage stage) {
    this.worker = worker;
    this.epoch = epoch;
    this.stage = stage;
  }

  /** A request of {@code tokens} ≥ 2 tokens, one a chunk, {@code gapMicros} apart. */
  void succeeds(long ttftMicros, long gapMicros, int tokens) {
    succeeds(ttftMicros, gapMicros, tokens, 1);
  }

  /** The same with several tokens in each chunk. */
  void succeeds(long ttftMicros, long gapMicros, int chunks, int tokensPerChunk) {
    sent++;
    success++;
    outputTokens += (long) chunks * tokensPerChunk;
    events += chunks;
    LatencySketch.count(ttft, ttftMicros * 1e3);
    LatencySketch.count(tpot, gapMicros * 1e3 / tokensPerChunk);
    LatencySketch.count(e2e, (ttftMicros + gapMicros * (chunks - 1)) * 1e3);
    for (int i = 1; i < chunks; i++) {
      LatencySketch.count(itl, gapMicros * 1e3);
    }
  }

  void fails(String kind) {
    sent++;
    errors.merge(kind, 1L, Long::sum);
  }

  LiveSketch sketch() {
    return sketch("run-1");
  }

  LiveSketch sketch(String run) {
    return new LiveSketch(
        worker,
        1,
        run,
        epoch,
        0,
        stage,
        sent,
        success,
        Map.copyOf(errors),
        outputTokens,
        events,
        LatencySketch.of(ttft),
        LatencySketch.of(tpot),
        LatencySketch.of(e2e),
        LatencySketch.of(itl));
  }
}
