package io.tokenstorm.protocol.spool;

import io.tokenstorm.protocol.record.LoadStage;

/**
 * How many requests one worker issued in one window; counted before each send, on its own.
 *
 * @param epoch of the window
 * @param phase of the window
 * @param stage which window
 * @param issued requests
 */
public record IssuedCount(int epoch, int phase, LoadStage stage, long issued) {}
