package io.tokenstorm.benchmarks.sidebyside;

import io.tokenstorm.benchmarks.engine.OpenPhase;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.engine.MeasuringEngine;
import io.tokenstorm.worker.loop.LoopCounters;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/**
 * One of the product's engines, whole: slots, prompts, HTTP reader, scanner and records; the stamps
 * are those of the records.
 */
final class EngineLoad implements ClientLoad {
  /** Before a request's id: the entry holds when it was sent. */
  private static final String SENT = "sent:";

  private final ClientOptions options;
  private final StampFile stamps;
  private final LongAdder failures = new LongAdder();
  private final MeasuringEngine engine;
  private final SpooledRecords spooled;
  private volatile boolean stopping;

  EngineLoad(
      ClientOptions options, StampFile stamps, MeasuringEngine engine, SpooledRecords spooled) {
    this.options = options;
    this.stamps = stamps;
    this.engine = engine;
    this.spooled = spooled;
  }

  @Override
  public void start() {
    OpenPhase phase = new OpenPhase(options.streams());
    engine.prepare(phase.work(options.url(), options.tokens()), phase, this::take);
  }

  private void take(RequestRecord record) {
    if (!record.succeeded() && !stopping) {
      failures.increment();
    }
    spooled.accept(record);
    Instants at = record.instants();
    if (at.firstTokenNanos() == Instants.NONE) {
      return;
    }
    long[] now = {at.sentNanos() + at.firstTokenNanos()};
    stamps.append(SENT + record.key().requestId("cost"), 1, i -> at.sentNanos());
    stamps.append(
        record.key().requestId("cost"),
        record.gaps().size() + 1,
        i -> now[0] += i == 0 ? 0 : record.gaps().nanosAt(i - 1));
  }

  @Override
  public long tokens() {
    return engine.streamedEvents(LoadStage.MEASURE);
  }

  @Override
  public long reads() {
    return engine.loops().stream().mapToLong(LoopCounters.Snapshot::reads).sum();
  }

  @Override
  public long failures() {
    return failures.sum();
  }

  @Override
  public void stop() throws IOException {
    stopping = true;
    engine.close();
    spooled.close();
  }
}
