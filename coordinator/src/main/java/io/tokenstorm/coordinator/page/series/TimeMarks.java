package io.tokenstorm.coordinator.page.series;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import java.util.ArrayList;
import java.util.List;

/** Finds what happened during a phase among the events of a run. */
final class TimeMarks {
  private TimeMarks() {}

  static List<TimeMark> of(PhaseFacts facts, List<StampedEvent> events) {
    List<TimeMark> marks = new ArrayList<>();
    for (RunEvent.PlanEventFired fired : facts.fired()) {
      marks.add(new TimeMark(seconds(facts, fired.firedAtNanos()), "plan", path(fired.label())));
    }
    for (StampedEvent event : events) {
      if (event.event() instanceof RunEvent.WorkerLost lost && lost.phase() == facts.phase()) {
        marks.add(new TimeMark(seconds(facts, event.atNanos()), "lost", lost.worker() + " lost"));
      }
    }
    return marks;
  }

  private static double seconds(PhaseFacts facts, long nanos) {
    return (nanos - facts.opensAtNanos()) / 1e9;
  }

  /** The last part of a label such as {@code POST http://host/admin/evict?replica=r2}. */
  private static String path(String label) {
    String last = label.substring(label.lastIndexOf('/') + 1);
    return last.isEmpty() ? label : last;
  }
}
