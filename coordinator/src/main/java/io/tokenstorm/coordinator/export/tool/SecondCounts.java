package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.RequestRecord;

/**
 * Whole seconds from the first successful request on, as both vLLM's and SGLang's client count
 * them: how many tokens came in each, where a chunk is one token, and how many requests touched it.
 */
public final class SecondCounts {
  private static final long NANOS = 1_000_000_000L;

  private final long zero;
  private final long[] tokens;

  private SecondCounts(ToolSamples samples) {
    this.zero = samples.firstStartNanos();
    long seconds = Math.floorDiv(samples.lastEndNanos() - zero + NANOS - 1, NANOS) + 1;
    this.tokens = new long[Math.toIntExact(seconds)];
  }

  /** The most tokens in one second; the records are gone through once more. */
  public static long mostTokens(ToolSamples samples, PhaseRecords records) {
    SecondCounts counts = new SecondCounts(samples);
    records.forEach((worker, record) -> counts.add(samples.tool(), record));
    return most(counts.tokens);
  }

  private void add(Tool tool, RequestRecord record) {
    ToolRequest request = tool.measured(record);
    if (request == null) {
      return;
    }
    long at = record.instants().sentNanos() + request.ttftNanos() - zero;
    count(at);
    Gaps gaps = request.gaps();
    for (int i = 0; gaps != null && i < gaps.size(); i++) {
      at += gaps.nanosAt(i);
      count(at);
    }
  }

  private void count(long nanos) {
    int second = (int) (nanos / NANOS);
    if (second < tokens.length) {
      tokens[second]++;
    }
  }

  /** The most requests whose time touches one second. */
  public static long mostRequests(ToolSamples samples) {
    SecondCounts counts = new SecondCounts(samples);
    long[] change = new long[counts.tokens.length + 1];
    samples.starts().forEach(at -> change[(int) ((at - counts.zero) / NANOS)]++);
    samples.ends().forEach(at -> change[(int) ((at - counts.zero) / NANOS) + 1]--);
    for (int i = 1; i < change.length; i++) {
      change[i] += change[i - 1];
    }
    return most(change);
  }

  private static long most(long[] values) {
    long most = 0;
    for (long value : values) {
      most = Math.max(most, value);
    }
    return most;
  }
}
