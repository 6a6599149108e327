package io.tokenstorm.worker.actor;

import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.worker.live.LiveTally;
import io.tokenstorm.worker.load.LoadEngine;
import io.tokenstorm.worker.metrics.ClientMetrics;
import io.tokenstorm.worker.server.HostedServers;
import io.tokenstorm.worker.spool.SpoolShelf;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a worker works with.
 *
 * @param engine makes the load
 * @param spools keep the records
 * @param tally sums up finished requests; fed by the spools
 * @param metrics what is told to Prometheus
 * @param servers run on this host by the coordinator's order
 * @param environment looks up environment variables
 * @param ticker the one clock
 */
public record WorkerEquipment(
    LoadEngine engine,
    SpoolShelf spools,
    LiveTally tally,
    ClientMetrics metrics,
    HostedServers servers,
    Function<String, Optional<String>> environment,
    Ticker ticker) {}
