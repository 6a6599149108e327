package io.tokenstorm.coordinator.service;

import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;

/**
 * The current phase, at one moment. Instants are nanoseconds of the coordinator's ticker.
 *
 * @param phase its index in the plan
 * @param epoch of the current arming
 * @param stage where it stands
 * @param stageSinceNanos since when
 * @param note what it waits for, such as the names of workers that are not ready; else empty
 * @param asked concurrency asked for
 * @param inFlight requests in flight over all workers, by their last statuses
 * @param warmup the warmup's window
 * @param measure the measured window
 * @param sketches the latest of each worker and window of this epoch
 */
public record LivePhase(
    int phase,
    int epoch,
    Stage stage,
    long stageSinceNanos,
    String note,
    int asked,
    int inFlight,
    LiveWindow warmup,
    LiveWindow measure,
    List<LiveSketch> sketches) {}
