package io.tokenstorm.worker.slot;

import io.tokenstorm.protocol.record.RequestRecord;

/** What a slot tells the engine around it, on the slot's thread. */
public interface SlotEvents {
  /**
   * A request is done. The slot waits for {@link SlotLoop#recordTaken} before it sends another, so
   * that records never pile up.
   */
  void finished(RequestRecord record);

  /**
   * The first try to connect is over.
   *
   * @param problem why it failed; empty if it did not
   */
  void opened(String problem);

  /** The slot has all it needs for its first request. */
  void prepared();

  /** The slot has stopped and handed over its last record. */
  void stopped();
}
