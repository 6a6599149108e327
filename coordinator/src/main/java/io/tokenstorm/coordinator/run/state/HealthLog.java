package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.health.HealthTotals;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How the workers fared over a measured window and its drain: a status brings the sample of the
 * last full second. The first one that is met is of the time before and does not count.
 */
public final class HealthLog {
  private record Source(String worker, int incarnation) {}

  private final Map<Source, Long> lastSecond = new HashMap<>();
  private final Map<String, HealthTotals> totals = new TreeMap<>();
  private final Set<String> warned = new HashSet<>();

  /** Takes the sample of a status, unless it is known: then there is nothing to note. */
  List<RunEvent> take(WorkerStatus status, int phase) {
    Source source = new Source(status.worker(), status.incarnation());
    HealthSample sample = status.health();
    HealthTotals own = totals.computeIfAbsent(status.worker(), w -> new HealthTotals());
    List<RunEvent> events = new ArrayList<>();
    if (!sample.warning().isEmpty() && warned.add(status.worker() + ": " + sample.warning())) {
      events.add(new RunEvent.HostLimit(status.worker(), phase, sample.warning()));
    }
    Long last = lastSecond.put(source, sample.second());
    if (last != null && last < sample.second()) {
      own.add(sample);
      events.add(new RunEvent.ClientSecond(status.worker(), phase, sample));
    }
    return events;
  }

  /** One event a worker; the log is empty afterwards. */
  List<RunEvent.ClientHealth> close(int phase) {
    List<RunEvent.ClientHealth> events = new ArrayList<>();
    totals.forEach(
        (worker, own) -> events.add(new RunEvent.ClientHealth(worker, phase, own.figures())));
    totals.clear();
    lastSecond.clear();
    return events;
  }
}
