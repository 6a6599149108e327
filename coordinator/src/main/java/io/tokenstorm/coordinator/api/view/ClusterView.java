package io.tokenstorm.coordinator.api.view;

import io.tokenstorm.coordinator.live.WorkerRow;
import java.util.List;

/**
 * The cluster at one moment.
 *
 * @param workers all that are known, lost ones included
 * @param waitingFor who or what the current run waits for, a sentence; empty: nothing
 */
public record ClusterView(List<WorkerRow> workers, String waitingFor) {}
