package io.tokenstorm.protocol.plan;

import java.time.Duration;

/**
 * Limits on one request.
 *
 * @param connect from the start of the connect to its end, TLS included
 * @param idle between two reads, or from the write to the first read
 * @param total from {@code sent} to the end
 */
public record Timeouts(Duration connect, Duration idle, Duration total) {}
