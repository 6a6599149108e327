package io.tokenstorm.protocol.wire;

/** A message that carries records or sketches: packed by Kryo. */
public interface BulkMessage {}
