package io.tokenstorm.protocol.wire;

/**
 * A spool that a worker still keeps from an earlier incarnation or an unfinished run.
 *
 * @param run id of the run
 * @param incarnation that wrote it
 * @param endSeq one past its last whole record
 */
public record HeldSpool(String run, int incarnation, long endSeq) {}
