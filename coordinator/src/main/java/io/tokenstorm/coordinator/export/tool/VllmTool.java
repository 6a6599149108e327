package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.SilentEvents;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code vllm bench serve}, {@code vllm/benchmarks/lib/endpoint_request_func.py} at 02cfb534: every
 * event that names a choice is a token, with or without text. The first is the first token, the
 * last ends the request, all gaps between them are ITL. Output tokens are the server's usage, else
 * the text's by a tokenizer.
 */
public final class VllmTool implements Tool {
  private final boolean stream;

  /**
   * @param stream whether streams were asked for: the tool has no other way
   */
  public VllmTool(boolean stream) {
    this.stream = stream;
  }

  @Override
  public @Nullable ToolRequest measured(RequestRecord record) {
    SilentEvents silent = record.silent();
    int events = record.tokens().events();
    if (!record.succeeded() || (stream && silent.known() && silent.count() + events == 0)) {
      return null;
    }
    long output = tokens(record);
    long input = record.tokens().input();
    if (!stream || !silent.known()) {
      return new ToolRequest(ToolRequest.UNKNOWN, ToolRequest.UNKNOWN, null, output, input);
    }
    long[] times = times(record);
    Gaps gaps = silent.complete() && events - 1 <= record.gaps().size() ? gaps(times) : null;
    return new ToolRequest(times[0], times[times.length - 1], gaps, output, input);
  }

  /** Without usage the text is tokenized, which only a record counted by one can stand for. */
  static long tokens(RequestRecord record) {
    return record.tokens().outputSource() == TokenSource.EVENTS
        ? ToolRequest.UNKNOWN
        : record.tokens().output();
  }

  /** When each event known that names a choice came, after sent, in order. */
  private static long[] times(RequestRecord record) {
    SilentEvents silent = record.silent();
    Gaps gaps = record.gaps();
    Instants t = record.instants();
    int output = record.tokens().events() == 0 ? 0 : 1 + gaps.size();
    long[] times = new long[output + silent.kept()];
    long at = t.firstTokenNanos();
    for (int i = 0; i < output; i++) {
      at += i == 0 ? 0 : gaps.nanosAt(i - 1);
      times[i] = at;
    }
    for (int i = 0; i < silent.kept(); i++) {
      times[output + i] = silent.nanosAt(i);
    }
    Arrays.sort(times);
    return times;
  }

  private static Gaps gaps(long[] times) {
    long[] gaps = new long[times.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = times[i + 1] - times[i];
    }
    return Gaps.of(gaps);
  }
}
