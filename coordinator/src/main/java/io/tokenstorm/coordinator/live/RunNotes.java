package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.LiveFrame.Note;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.protocol.plan.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells the noted facts of a run in sentences; the newest ones if there are very many. */
final class RunNotes {
  /** No more of each kind are shown. */
  static final int MAX = 100;

  private RunNotes() {}

  /** What the coordinator wants said. */
  static List<Note> findings(LiveRun run) {
    return notes(run, true);
  }

  /** What was done to the target, and what happened to the cluster. */
  static List<Note> events(LiveRun run) {
    return notes(run, false);
  }

  private static List<Note> notes(LiveRun run, boolean findings) {
    List<Note> notes = new ArrayList<>();
    String phase = "";
    for (StampedEvent stamped : run.events()) {
      if (stamped.event() instanceof RunEvent.PhaseArmed armed) {
        phase = armed.name();
      }
      if (stamped.event() instanceof RunEvent.Finding == findings) {
        double at = Math.max(0, stamped.atNanos() - run.startedAtNanos()) / 1e9;
        String during = phase;
        text(stamped.event(), run).ifPresent(text -> notes.add(new Note(at, during, text)));
      }
    }
    return List.copyOf(notes.subList(Math.max(0, notes.size() - MAX), notes.size()));
  }

  private static Optional<String> text(RunEvent event, LiveRun run) {
    if (event instanceof RunEvent.Finding finding) {
      return Optional.of(finding.text());
    }
    if (event instanceof RunEvent.WorkerLost lost) {
      return Optional.of("worker " + lost.worker() + " was lost: " + lost.reason());
    }
    if (event instanceof RunEvent.HostLimit near) {
      return Optional.of("worker " + near.worker() + ": " + near.text());
    }
    if (event instanceof RunEvent.PhaseRestarted restarted) {
      return Optional.of(nameOf(run, restarted.phase()) + " starts again: " + restarted.why());
    }
    if (event instanceof RunEvent.PlanEventFired fired) {
      return Optional.of(fired(fired));
    }
    if (event instanceof RunEvent.CancelRequested cancel) {
      return Optional.of(
          cancel.force() ? "cancelled: what runs is cut" : "cancelled: what runs is let finish");
    }
    return Optional.empty();
  }

  private static String fired(RunEvent.PlanEventFired fired) {
    if (!fired.error().isEmpty()) {
      return fired.label() + " failed: " + fired.error();
    }
    return fired.label() + " answered " + fired.httpStatus();
  }

  private static String nameOf(LiveRun run, int phase) {
    List<Phase> phases = run.plan().phases();
    return phase >= 0 && phase < phases.size() ? phases.get(phase).name() : "a phase";
  }
}
