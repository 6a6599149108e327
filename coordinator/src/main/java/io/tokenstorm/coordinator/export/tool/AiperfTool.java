package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/**
 * AIPerf, {@code docs/metrics-reference.md} at 0176f594 and {@code src/aiperf/metrics/types}: the
 * first and the last response with content bound the request, as with us. What it calls inter-token
 * latency is our TPOT, what it calls inter-chunk latency our ITL. A request without content failed.
 */
public final class AiperfTool implements Tool {
  private final boolean stream;

  public AiperfTool(boolean stream) {
    this.stream = stream;
  }

  @Override
  public @Nullable ToolRequest measured(RequestRecord record) {
    Instants t = record.instants();
    int events = record.tokens().events();
    if (!record.succeeded() || events == 0) {
      return null;
    }
    Gaps gaps = record.gaps().size() == events - 1 ? record.gaps() : null;
    return new ToolRequest(
        stream ? t.firstTokenNanos() : ToolRequest.UNKNOWN,
        t.lastTokenNanos(),
        stream ? gaps : null,
        VllmTool.tokens(record),
        record.tokens().input());
  }
}
