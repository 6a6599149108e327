package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.coordinator.results.RecordFrame;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.protocol.record.RequestRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Knows where in the record log each phase lies, so that a phase is read without the others. Memory
 * is one frame and a few numbers a phase.
 */
final class LogScan {
  private final Path log;
  private final Map<Integer, Range> ranges;
  private final List<RecordLogReader.Damage> damages;

  private LogScan(Path log, Map<Integer, Range> ranges, List<RecordLogReader.Damage> damages) {
    this.log = log;
    this.ranges = ranges;
    this.damages = damages;
  }

  private record Range(long from, long to) {
    Range with(RecordFrame frame) {
      return new Range(from, frame.endOffset());
    }
  }

  /** Goes through the whole log once for phases 0 to n − 1, without unpacking records. */
  static LogScan of(Path log, int phases) {
    Map<Integer, Range> ranges = new HashMap<>();
    if (!Files.exists(log)) {
      return new LogScan(log, ranges, List.of());
    }
    try (RecordLogReader reader = RecordLogReader.open(log)) {
      for (RecordFrame frame = reader.next(); frame != null; frame = reader.next()) {
        RecordFrame found = frame;
        for (int phase = frame.lowestPhase(); phase <= frame.highestPhase(); phase++) {
          ranges.compute(
              phase,
              (p, range) ->
                  range == null ? new Range(found.offset(), found.endOffset()) : range.with(found));
        }
      }
      return new LogScan(log, ranges, reader.damages());
    }
  }

  /** Bytes in the middle of the log that are no frame. */
  List<RecordLogReader.Damage> damages() {
    return damages;
  }

  /** The records of one phase, read from the log on each pass. */
  PhaseRecords phase(int phase) {
    Range range = ranges.get(phase);
    if (range == null) {
      return visitor -> {};
    }
    return visitor -> {
      try (RecordLogReader reader = RecordLogReader.open(log, range.from())) {
        RecordFrame frame = reader.next();
        while (frame != null && frame.offset() < range.to()) {
          if (frame.mayHold(phase)) {
            visit(frame, phase, visitor);
          }
          frame = reader.next();
        }
      }
    };
  }

  private static void visit(RecordFrame frame, int phase, PhaseRecords.Visitor visitor) {
    for (RequestRecord record : frame.records()) {
      if (record.key().phase() == phase) {
        visitor.visit(frame.worker(), record);
      }
    }
  }
}
