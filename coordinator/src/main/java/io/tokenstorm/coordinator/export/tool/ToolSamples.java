package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.LongColumn;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/**
 * The measured requests of a phase as a tool would have them, gone through once: columns of its
 * figures, in nanoseconds, and how often the record does not hold what a figure needs. Memory is
 * bounded by the {@link ColumnStore}.
 */
public final class ToolSamples {
  private final Tool tool;
  private final LongColumn ttft;
  private final LongColumn latency;
  private final LongColumn tpot;
  private final LongColumn gaps;
  private final LongColumn output;
  private final LongColumn input;
  private final LongColumn starts;
  private final LongColumn ends;

  private long completed;
  private long failed;
  private long ttftUnknown;
  private long latencyUnknown;
  private long tpotUnknown;
  private long gapsUnknown;
  private long outputUnknown;
  private long firstStart = Long.MAX_VALUE;
  private long lastEnd = Long.MIN_VALUE;

  public ToolSamples(Tool tool, ColumnStore store) {
    this.tool = tool;
    this.ttft = store.column();
    this.latency = store.column();
    this.tpot = store.column();
    this.gaps = store.column();
    this.output = store.column();
    this.input = store.column();
    this.starts = store.column();
    this.ends = store.column();
  }

  /** Takes a measured request. */
  public void add(RequestRecord record) {
    ToolRequest request = tool.measured(record);
    if (request == null) {
      failed++;
      return;
    }
    completed++;
    long start = record.instants().sentNanos();
    firstStart = Math.min(firstStart, start);
    starts.accept(start);
    input.accept(request.inputTokens());
    ttftUnknown += keep(ttft, request.ttftNanos());
    latencyUnknown += keep(latency, request.latencyNanos());
    outputUnknown += keep(output, request.outputTokens());
    if (request.latencyNanos() != ToolRequest.UNKNOWN) {
      lastEnd = Math.max(lastEnd, start + request.latencyNanos());
      ends.accept(start + request.latencyNanos());
    }
    addTpot(request);
    addGaps(request.gaps());
  }

  private static int keep(LongColumn column, long value) {
    if (value == ToolRequest.UNKNOWN) {
      return 1;
    }
    column.accept(value);
    return 0;
  }

  private void addTpot(ToolRequest request) {
    if (!request.knowsTpot()) {
      tpotUnknown++;
    } else if (request.outputTokens() > 1) {
      tpot.accept(Double.doubleToRawLongBits(request.tpotNanos()));
    }
  }

  private void addGaps(@Nullable Gaps found) {
    if (found == null) {
      gapsUnknown++;
      return;
    }
    for (int i = 0; i < found.size(); i++) {
      gaps.accept(found.nanosAt(i));
    }
  }

  /** TTFT of those of which it is known, nanoseconds. */
  public LongColumn ttft() {
    return ttft;
  }

  /** End-to-end latency, likewise. */
  public LongColumn latency() {
    return latency;
  }

  /** Time per output token, nanoseconds as bits of doubles. */
  public LongColumn tpot() {
    return tpot;
  }

  /** What the tool calls ITL or inter-chunk latency, of all requests together, nanoseconds. */
  public LongColumn gaps() {
    return gaps;
  }

  /** Output tokens. */
  public LongColumn output() {
    return output;
  }

  /** Input tokens. */
  public LongColumn input() {
    return input;
  }

  /** When they were sent, coordinator's ticker. */
  public LongColumn starts() {
    return starts;
  }

  /** When they ended by the definition of the tool, of those whose latency is known. */
  public LongColumn ends() {
    return ends;
  }

  /** By whose definitions. */
  public Tool tool() {
    return tool;
  }

  /** Successful requests by the definition of the tool. */
  public long completed() {
    return completed;
  }

  /** The others. */
  public long failed() {
    return failed;
  }

  /** The requests that TTFT leaves out, because of {@code why}. */
  public Missing ttftMissing(String why) {
    return new Missing(ttftUnknown, completed, why);
  }

  public Missing latencyMissing(String why) {
    return new Missing(latencyUnknown, completed, why);
  }

  public Missing tpotMissing(String why) {
    return new Missing(tpotUnknown, completed, outputUnknown > 0 ? Reasons.NO_USAGE : why);
  }

  public Missing gapsMissing(String why) {
    return new Missing(gapsUnknown, completed, why);
  }

  public Missing outputMissing() {
    return new Missing(outputUnknown, completed, Reasons.NO_USAGE);
  }

  /** When the first successful request was sent, coordinator's ticker; only if there is one. */
  public long firstStartNanos() {
    return firstStart;
  }

  /** When the last successful one ended by the tool's definition; only if one is known. */
  public long lastEndNanos() {
    return lastEnd;
  }

  /** The sum of a column. */
  public static long sum(LongColumn column) {
    long[] sum = {0};
    column.forEach(value -> sum[0] += value);
    return sum[0];
  }
}
