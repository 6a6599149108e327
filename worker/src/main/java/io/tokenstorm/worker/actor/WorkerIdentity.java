package io.tokenstorm.worker.actor;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.HeldSpool;
import io.tokenstorm.protocol.wire.WireTypes;
import java.util.List;

/**
 * Who a worker says it is.
 *
 * @param worker its id
 * @param incarnation of this actor system
 * @param processKey of this process
 * @param version of the software
 * @param host name of the machine
 * @param pid of the process
 * @param cores it may use for load
 * @param weight its share of the slots
 * @param spoolPath directory of its spools
 */
public record WorkerIdentity(
    String worker,
    int incarnation,
    String processKey,
    String version,
    String host,
    long pid,
    int cores,
    int weight,
    String spoolPath) {

  WorkerHello hello(String ref, List<HeldSpool> held) {
    return new WorkerHello(
        worker,
        incarnation,
        processKey,
        version,
        WireTypes.VERSION,
        ref,
        host,
        pid,
        cores,
        weight,
        spoolPath,
        held);
  }
}
