package io.tokenstorm.protocol.wire;

import io.tokenstorm.protocol.spool.IssuedCount;
import java.util.List;

/**
 * A spool that a worker still keeps from an earlier incarnation or an unfinished run. Nothing will
 * be added to it: what was issued and is not among its records is lost.
 *
 * @param run id of the run
 * @param processKey of the process that wrote it
 * @param incarnation that wrote it
 * @param endSeq one past its last whole record
 * @param issued what was issued by that incarnation, by window
 */
public record HeldSpool(
    String run, String processKey, int incarnation, long endSeq, List<IssuedCount> issued) {}
