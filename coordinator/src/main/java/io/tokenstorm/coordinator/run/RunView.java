package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.protocol.wire.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A run at one moment.
 *
 * @param staffed whether it has workers, or does not need them yet
 * @param phase index of the current phase, −1 before the first was armed
 * @param epoch of the current phase; null before it is armed
 * @param stage where the phase stands
 * @param stageSinceNanos since when, coordinator's ticker
 * @param waitingFor what is waited for, naming who; empty if nothing is
 */
public record RunView(
    boolean staffed,
    int phase,
    @Nullable Epoch epoch,
    Stage stage,
    long stageSinceNanos,
    String waitingFor) {}
