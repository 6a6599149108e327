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
      boolean wasThere = before != null && before != LiveWorker.State.LOST;
      boolean isThere = worker.state() != LiveWorker.State.LOST;
      if (wasThere && !isThere) {
        lines.add("worker " + worker.worker() + " is gone: " + worker.note());
      } else if (!wasThere && isThere) {
        lines.add(joined(worker));
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

  private static String joined(LiveWorker worker) {
    return "worker %s joined: %s, pid %d, %d %s, weight %d"
        .formatted(
            worker.worker(),
            worker.host(),
            worker.pid(),
            worker.cores(),
            worker.cores() == 1 ? "core" : "cores",
            worker.weight());
  }

  private static String text(RunSummary run) {
    String what =
        switch (run.state()) {
          case QUEUED ->
              run.position() == 0 ? "is taken" : "waits for " + run.position() + " before it";
          case WAITING_FOR_WORKERS -> "waits for " + run.reason();
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
