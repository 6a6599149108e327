package io.tokenstorm.protocol.wire;

/**
 * Everything that crosses the network between nodes. Each concrete message has an entry in {@link
 * WireTypes}.
 */
public sealed interface WireMessage permits WorkerProtocol, CoordinatorProtocol {}
