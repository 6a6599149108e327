package io.tokenstorm.worker.load;

/**
 * What the engine is doing.
 *
 * @param prepared whether the last {@link LoadEngine#prepare} is done: prompts ready, connections
 *     warm (or found impossible)
 * @param inFlight requests sent whose outcome is not known yet
 * @param preparedConnections connections open and ready
 * @param problem why preparing failed, for a person; empty if it did not
 */
public record EngineStatus(
    boolean prepared, int inFlight, int preparedConnections, String problem) {}
