package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenSource;
import org.jspecify.annotations.Nullable;

/**
 * {@code sglang.bench_serving}, {@code python/sglang/benchmark/serving.py} at 00f9ec47: an event
 * with text is a token; the request ends with the last line of the body, {@code [DONE]} and usage
 * included. An answer without text has a TTFT of 0. Output tokens are the server's usage, else the
 * length that was asked for.
 */
public final class SglangTool implements Tool {
  private final RequestSpec request;

  public SglangTool(RequestSpec request) {
    this.request = request;
  }

  @Override
  public @Nullable ToolRequest measured(RequestRecord record) {
    if (!record.succeeded()) {
      return null;
    }
    Instants t = record.instants();
    long ttft = Math.max(0, t.firstTokenNanos());
    return new ToolRequest(
        request.stream() ? ttft : t.endNanos(),
        t.endNanos(),
        gaps(record),
        record.tokens().outputSource() == TokenSource.USAGE
            ? record.tokens().output()
            : request.outputTokens(),
        record.tokens().input());
  }

  /** Its client of /generate spreads each gap over the event's tokens, which are not counted. */
  private @Nullable Gaps gaps(RequestRecord record) {
    boolean whole = record.gaps().size() == Math.max(0, record.tokens().events() - 1);
    return request.api() == Api.SGLANG_GENERATE || (request.stream() && !whole)
        ? null
        : record.gaps();
  }
}
