package io.tokenstorm.worker.live;

/**
 * Whose sketch this is.
 *
 * @param worker its id
 * @param incarnation its incarnation
 * @param run id of the run
 */
public record LiveSource(String worker, int incarnation, String run) {}
