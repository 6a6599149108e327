package io.tokenstorm.worker.node;

import io.tokenstorm.worker.actor.Contact;
import io.tokenstorm.worker.live.LiveTally;
import io.tokenstorm.worker.spool.SpoolShelf;

/** What a worker carries from one incarnation to the next. */
record Belongings(SpoolShelf spools, LiveTally tally, Contact contact) {}
