package io.tokenstorm.worker.actor;

import java.time.Duration;

/**
 * All that one incarnation of a worker is given.
 *
 * @param identity who it is
 * @param equipment what it works with
 * @param contact when the coordinator was last heard
 * @param joinAddress {@code host:port} of the coordinator's remoting
 * @param coordinatorPath of the coordinator's actor
 * @param leaveLimit how long what runs may go on when the worker leaves
 */
public record WorkerSetup(
    WorkerIdentity identity,
    WorkerEquipment equipment,
    Contact contact,
    String joinAddress,
    String coordinatorPath,
    Duration leaveLimit) {}
