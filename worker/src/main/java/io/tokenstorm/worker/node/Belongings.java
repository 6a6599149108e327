package io.tokenstorm.worker.node;

import io.tokenstorm.worker.actor.Contact;
import io.tokenstorm.worker.live.LiveTally;
import io.tokenstorm.worker.metrics.ClientMetrics;
import io.tokenstorm.worker.server.HostedServers;
import io.tokenstorm.worker.spool.SpoolShelf;

/**
 * What a worker carries from one incarnation to the next.
 *
 * @param processKey of this process
 * @param spools its records
 * @param tally sums for the live view
 * @param metrics what is told to Prometheus
 * @param servers run on this host by the coordinator's order
 * @param contact when the coordinator was last heard
 */
record Belongings(
    String processKey,
    SpoolShelf spools,
    LiveTally tally,
    ClientMetrics metrics,
    HostedServers servers,
    Contact contact) {}
