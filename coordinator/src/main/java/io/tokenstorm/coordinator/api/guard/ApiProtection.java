package io.tokenstorm.coordinator.api.guard;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the API, and how it is reached.
 *
 * @param token that every request for data shows; null: none is asked for
 * @param certificates folder of the node's certificates: HTTPS; null: plain HTTP
 * @param plans what a submitted plan may name
 */
public record ApiProtection(
    @Nullable ApiToken token, @Nullable Path certificates, PlanPermissions plans) {
  /** Plain HTTP for everyone: on loopback. */
  public static final ApiProtection NONE = new ApiProtection(null, null, PlanPermissions.ALL);
}
