package io.tokenstorm.cli.terminal;

import io.tokenstorm.cli.terminal.Line.Style;
import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.WorkerRow;
import io.tokenstorm.coordinator.service.LiveWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who makes the load and who bears it: the workers and, where there are several, the replicas. A
 * row each if there is room, else one line for all.
 */
final class CrewTable {
  private static final int MAX_ROWS = 6;
  private static final int STATE = 10;
  private static final int NAME = 12;
  private static final List<String> TITLES =
      List.of("slots", "in flight", "issued", "lag p99", "cores", "client");
  private static final int[] ENDS = {17, 28, 37, 46, 53, 63};

  private static final int CLIENT = 5;

  private static final List<String> REPLICA_TITLES =
      List.of("requests", "errors", "TTFT p50", "p99", "queue", "KV");
  private static final int[] REPLICA_ENDS = {22, 30, 40, 49, 58, 64};

  private final Glyphs glyphs;
  private final Figures figures;

  CrewTable(Glyphs glyphs) {
    this.glyphs = glyphs;
    this.figures = new Figures(glyphs);
  }

  /** The gravest verdict on the clients by their last second; {@code UNKNOWN} if none told. */
  static ClientVerdict client(LiveFrame frame) {
    return frame.workers().stream()
        .filter(worker -> worker.state() == LiveWorker.State.SERVING)
        .map(WorkerRow::health)
        .filter(Objects::nonNull)
        .map(WorkerRow.Health::verdict)
        .reduce(ClientVerdict::or)
        .orElse(ClientVerdict.UNKNOWN);
  }

  static Style style(ClientVerdict client) {
    return switch (client) {
      case CLEAN -> Style.GOOD;
      case UNKNOWN -> Style.DIM;
      case MARGINAL -> Style.WARN;
      case LIMITING -> Style.BAD;
    };
  }

  /**
   * The replicas of the measured window, if there are at least two.
   *
   * @param rows at most so many lines, title included
   */
  List<Line> replicas(LiveFrame frame, int width, int rows) {
    List<LiveFrame.ReplicaRow> replicas = frame.replicas();
    if (replicas.size() < 2 || replicas.size() > MAX_ROWS || replicas.size() + 1 > rows) {
      return List.of();
    }
    int columns = 1;
    while (columns < REPLICA_ENDS.length && REPLICA_ENDS[columns] <= width) {
      columns++;
    }
    List<Line> lines = new ArrayList<>();
    Line title = new Line().add("replica", Style.DIM);
    for (int i = 0; i < columns; i++) {
      title.endAt(REPLICA_ENDS[i], REPLICA_TITLES.get(i), Style.DIM);
    }
    lines.add(title);
    for (LiveFrame.ReplicaRow replica : replicas) {
      lines.add(row(replica, columns));
    }
    return lines;
  }

  private Line row(LiveFrame.ReplicaRow replica, int columns) {
    String name = replica.replica().isEmpty() ? glyphs.none() : Columns.plain(replica.replica());
    Line line = new Line().add(Columns.clip(name, NAME, glyphs.ellipsis()));
    LiveFrame.EngineView engine = replica.engine();
    List<String> cells =
        List.of(
            figures.count(replica.success() + replica.errors()),
            figures.count(replica.errors()),
            figures.latency(replica.ttftP50()),
            figures.latency(replica.ttftP99()),
            engine == null ? glyphs.none() : queue(engine.running(), engine.waiting()),
            engine == null ? glyphs.none() : percent(engine.kvUsage()));
    for (int i = 0; i < columns; i++) {
      boolean errors = i == 1 && replica.errors() > 0;
      line.endAt(REPLICA_ENDS[i], cells.get(i), errors ? Style.BAD : Style.PLAIN);
    }
    return line;
  }

  /** Running + waiting, as the replica told last. */
  private String queue(@Nullable Double running, @Nullable Double waiting) {
    return running == null || waiting == null
        ? glyphs.none()
        : String.format(Locale.ROOT, "%.0f+%.0f", running, waiting);
  }

  private String percent(@Nullable Double share) {
    return share == null
        ? glyphs.none()
        : String.format(Locale.ROOT, "%.0f%%", Math.floor(100 * share));
  }

  List<Line> lines(LiveFrame frame, int width, int rows) {
    List<WorkerRow> workers = frame.workers();
    if (workers.isEmpty()) {
      return List.of();
    }
    return workers.size() > MAX_ROWS || workers.size() + 1 > rows - 4
        ? List.of(summary(workers))
        : table(workers, columns(width));
  }

  private static int columns(int width) {
    int columns = ENDS.length;
    while (columns > 1 && ENDS[columns - 1] + STATE > width) {
      columns--;
    }
    return columns;
  }

  private Line summary(List<WorkerRow> workers) {
    Line line = new Line().add("workers", Style.DIM);
    for (LiveWorker.State state : LiveWorker.State.values()) {
      long count = workers.stream().filter(w -> w.state() == state).count();
      if (count > 0) {
        line.add("  " + figures.count(count) + " " + label(state), style(state));
      }
    }
    return line;
  }

  private List<Line> table(List<WorkerRow> workers, int columns) {
    List<Line> lines = new ArrayList<>();
    Line title = new Line().add("worker", Style.DIM);
    for (int i = 0; i < columns; i++) {
      title.endAt(ENDS[i], TITLES.get(i), Style.DIM);
    }
    lines.add(title);
    workers.forEach(worker -> lines.add(row(worker, columns)));
    return lines;
  }

  private Line row(WorkerRow worker, int columns) {
    Line line =
        new Line().add(Columns.clip(Columns.plain(worker.worker()), NAME, glyphs.ellipsis()));
    WorkerRow.Health health = worker.health();
    List<String> cells =
        List.of(
            figures.count(worker.slots()),
            figures.count(worker.inFlight()),
            figures.count(worker.issued()),
            health == null ? glyphs.none() : figures.latency(health.loopLagP99Seconds()),
            health == null
                ? glyphs.none()
                : String.format(Locale.ROOT, "%.2f", health.processCores()),
            health == null ? glyphs.none() : health.verdict().label());
    for (int i = 0; i < columns; i++) {
      line.endAt(ENDS[i], cells.get(i), i == CLIENT ? style(health) : Style.PLAIN);
    }
    return line.add("  " + label(worker.state()), style(worker.state()))
        .add(worker.note().isEmpty() ? "" : ": " + worker.note());
  }

  private static Style style(WorkerRow.@Nullable Health health) {
    return health == null ? Style.DIM : style(health.verdict());
  }

  private static String label(LiveWorker.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static Style style(LiveWorker.State state) {
    return switch (state) {
      case SERVING -> Style.GOOD;
      case WAITING -> Style.DIM;
      case LOST -> Style.BAD;
    };
  }
}
