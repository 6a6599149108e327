package io.tokenstorm.worker.load;

import io.tokenstorm.protocol.record.RequestRecord;

/**
 * Takes each finished request, exactly once. Called from the event loops; thread-safe; must be
 * quick and must not block on the network.
 */
@FunctionalInterface
public interface RecordSink {
  void accept(RequestRecord record);
}
