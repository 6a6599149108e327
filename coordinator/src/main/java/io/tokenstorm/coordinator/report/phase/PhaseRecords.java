package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.protocol.record.RequestRecord;

/** The records of one phase, all stages and epochs; can be gone through again and again. */
@FunctionalInterface
public interface PhaseRecords {
  /** Hands over every record once, always in the same order. */
  void forEach(Visitor visitor);

  /** Takes one record and whose it is. */
  @FunctionalInterface
  interface Visitor {
    void visit(String worker, RequestRecord record);
  }
}
