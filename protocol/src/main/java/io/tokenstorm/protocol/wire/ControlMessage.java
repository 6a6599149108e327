package io.tokenstorm.protocol.wire;

/** A message of control, a few times a second: sent as CBOR. */
public interface ControlMessage {}
