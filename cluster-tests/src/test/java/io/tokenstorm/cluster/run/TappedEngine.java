package io.tokenstorm.cluster.run;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.load.EngineStatus;
import io.tokenstorm.worker.load.LoadEngine;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.RecordSink;
import io.tokenstorm.worker.load.SendGate;
import java.util.Map;

/**
 * The measuring engine; a copy of each record is kept as it left the engine, on the worker's own
 * ticker, before any clock arithmetic.
 */
final class TappedEngine implements LoadEngine {
  private final LoadEngine engine = Engines.direct(EngineOptions.DEFAULT);
  private final Map<String, RequestRecord> kept;

  /**
   * @param kept gets every record by its request id; thread-safe
   */
  TappedEngine(Map<String, RequestRecord> kept) {
    this.kept = kept;
  }

  @Override
  public void prepare(PhaseWork work, SendGate gate, RecordSink sink) {
    engine.prepare(
        work,
        gate,
        record -> {
          kept.put(record.key().requestId(work.run()), record);
          sink.accept(record);
        });
  }

  @Override
  public void gateChanged() {
    engine.gateChanged();
  }

  @Override
  public void cut() {
    engine.cut();
  }

  @Override
  public EngineStatus status() {
    return engine.status();
  }

  @Override
  public void close() {
    engine.close();
  }
}
