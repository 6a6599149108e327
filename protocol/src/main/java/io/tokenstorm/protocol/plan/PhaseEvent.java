package io.tokenstorm.protocol.plan;

import java.net.URI;
import java.time.Duration;

/**
 * An HTTP call that the coordinator makes at a point of the measured window.
 *
 * @param at after the opening of the window
 * @param method {@code POST}, {@code GET}, {@code PUT} or {@code DELETE}
 * @param url what is called
 * @param body sent as JSON; empty for none
 */
public record PhaseEvent(Duration at, String method, URI url, String body) {}
