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
 * Who makes the load and who bears it: the workers and, where there are several or one tells of
 * itself, the replicas. A row each if there is room, else one line for all.
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
      List.of("requests", "errors", "TTFT p50", "p99", "run+wait", "KV");
  private static final int[] REPLICA_ENDS = {21, 28, 37, 46, 55, 60};
  private static final int QUEUE = 4;

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

  /** Whether there is anything to say of replicas: several, or one that tells of itself. */
  static boolean hasReplicas(LiveFrame frame) {
    return frame.replicas().size() > 1 || EngineSums.of(frame).asked() > 0;
  }

  /**
   * The replicas of the measured window, by what they answered and what they tell of themselves.
   *
   * @param rows at most so many lines, title included
   */
  List<Line> replicas(LiveFrame frame, int width, int rows) {
    List<LiveFrame.ReplicaRow> replicas = frame.replicas();
    if (!hasReplicas(frame) || rows < 1) {
      return List.of();
    }
    if (replicas.size() + 1 > rows) {
      return List.of(replicaSummary(frame));
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
    boolean unread = engine != null && !engine.error().isEmpty();
    List<String> cells =
        List.of(
            figures.count(replica.success() + replica.errors()),
            figures.count(replica.errors()),
            figures.latency(replica.ttftP50()),
            figures.latency(replica.ttftP99()),
            unread ? "unread" : engine == null ? glyphs.none() : queue(engine),
            engine == null ? glyphs.none() : percent(engine.kvUsage()));
    for (int i = 0; i < columns; i++) {
      boolean errors = i == 1 && replica.errors() > 0;
      Style style = errors ? Style.BAD : i == QUEUE && unread ? Style.WARN : Style.PLAIN;
      line.endAt(REPLICA_ENDS[i], cells.get(i), style);
    }
    return line;
  }

  private Line replicaSummary(LiveFrame frame) {
    Line line = new Line().add("replicas", Style.DIM).add(" " + frame.replicas().size());
    EngineSums sums = EngineSums.of(frame);
    if (sums.asked() > 0) {
      line.add("  " + sums.text());
    }
    long errors = frame.replicas().stream().mapToLong(LiveFrame.ReplicaRow::errors).sum();
    return errors == 0 ? line : line.add("  errors " + figures.count(errors), Style.BAD);
  }

  private String queue(LiveFrame.EngineView engine) {
    Double running = engine.running();
    Double waiting = engine.waiting();
    return running == null || waiting == null
        ? glyphs.none()
        : String.format(Locale.ROOT, "%.0f+%.0f", running, waiting);
  }

  private String percent(@Nullable Double share) {
    return share == null ? glyphs.none() : EngineSums.percent(share);
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

  /**
   * What all replicas told of themselves last.
   *
   * @param told how many were asked and could be read
   * @param asked how many were asked
   * @param running requests in their batches
   * @param waiting requests in their queues
   * @param kvUsage highest share of KV memory in use; NaN if none told
   */
  record EngineSums(int told, int asked, double running, double waiting, double kvUsage) {
    static EngineSums of(LiveFrame frame) {
      List<LiveFrame.EngineView> views =
          frame.replicas().stream()
              .map(LiveFrame.ReplicaRow::engine)
              .filter(Objects::nonNull)
              .toList();
      List<LiveFrame.EngineView> read = views.stream().filter(v -> v.error().isEmpty()).toList();
      return new EngineSums(
          read.size(),
          views.size(),
          read.stream().map(LiveFrame.EngineView::running).mapToDouble(EngineSums::number).sum(),
          read.stream().map(LiveFrame.EngineView::waiting).mapToDouble(EngineSums::number).sum(),
          read.stream()
              .map(LiveFrame.EngineView::kvUsage)
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .max()
              .orElse(Double.NaN));
    }

    private static double number(@Nullable Double value) {
      return value == null ? 0 : value;
    }

    /** For a line: {@code running 12 waiting 3 KV 71%}; the fullest replica's KV. */
    String text() {
      String unread = told == asked ? "" : "  unread " + (asked - told);
      String kv = Double.isNaN(kvUsage) ? "" : "  KV " + percent(kvUsage);
      return String.format(Locale.ROOT, "running %.0f  waiting %.0f", running, waiting)
          + kv
          + unread;
    }

    static String percent(double share) {
      return String.format(Locale.ROOT, "%.0f%%", Math.floor(100 * share));
    }
  }
}
