package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.protocol.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/** How a tool measures one request. */
@FunctionalInterface
public interface Tool {
  /** The request as the tool would have measured it; {@code null} if it would have failed. */
  @Nullable ToolRequest measured(RequestRecord record);
}
