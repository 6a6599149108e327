package io.tokenstorm.cli.local;

import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What changed in a cluster between two looks at it, as lines for a person. */
final class ClusterChanges {
  private final Map<String, LiveWorker.State> workers = new HashMap<>();
  private final Map<String, String> runs = new HashMap<>();

  /** What is new since the last call. */
  List<String> since(LiveSnapshot snapshot) {
    List<String> lines = new ArrayList<>();
    for (LiveWorker worker : snapshot.workers()) {
      LiveWorker.State before = workers.put(worker.worker(), worker.state());
      if (worker.state() == LiveWorker.State.LOST && before != LiveWorker.State.LOST) {
        lines.add("worker " + worker.worker() + " is lost: " + worker.note());
      } else if (before == null || before == LiveWorker.State.LOST) {
        lines.add(
            "worker %s joined: %s, pid %d, %d %s, weight %d"
                .formatted(
                    worker.worker(),
                    worker.host(),
                    worker.pid(),
                    worker.cores(),
                    worker.cores() == 1 ? "core" : "cores",
                    worker.weight()));
      }
    }
    for (RunSummary run : snapshot.runs()) {
      String line = text(run);
      if (!line.equals(runs.put(run.run(), line))) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static String text(RunSummary run) {
    String what =
        switch (run.state()) {
          case QUEUED -> "waits for " + run.position() + " before it";
          case WAITING_FOR_WORKERS -> "waits for workers: " + run.reason();
          case RUNNING ->
              run.phase() < 0
                  ? "begins"
                  : "runs phase " + (run.phase() + 1) + " of " + run.phases();
          case REPORTING -> "writes its report";
          case ENDED -> "ended: " + run.verdict() + ", " + run.reason() + "; " + run.directory();
        };
    return run.run() + " " + what;
  }
}
