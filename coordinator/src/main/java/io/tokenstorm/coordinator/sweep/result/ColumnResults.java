package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.matrix.MatrixGrid.Search;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.sweep.model.RowMetrics;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Column;
import io.tokenstorm.coordinator.sweep.result.ExponentFit.Point;
import io.tokenstorm.server.KnownCause.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the rows of one engine and combination of axes came to so far. */
public final class ColumnResults {
  /** What no other length would mend. */
  private static final Set<String> NO_MATTER_OF_LENGTH =
      Stream.of(Kind.BAD_FLAG, Kind.COMMAND_NOT_FOUND, Kind.PORT_IN_USE, Kind.MODEL_NOT_FOUND)
          .map(Kind::label)
          .collect(Collectors.toUnmodifiableSet());

  private final MatrixRow column;
  private final List<Scenario> rows;
  private final ContextEdge edge = new ContextEdge();

  /**
   * @param column any row of it
   * @param all the sweep's results so far
   */
  public ColumnResults(MatrixRow column, List<Scenario> all) {
    this.column = column;
    this.rows =
        all.stream()
            .filter(scenario -> scenario.column().equals(column.column()))
            .sorted(Comparator.comparingInt(Scenario::targetLen))
            .toList();
    rows.forEach(scenario -> edge.add(scenario.targetLen(), scenario.success()));
  }

  /** The length that a search is to try next; none if it is over. */
  public OptionalInt next(@Nullable Search search) {
    return search == null || beyondLength() ? OptionalInt.empty() : edge.next(search);
  }

  private boolean beyondLength() {
    return rows.stream()
        .map(Scenario::failure)
        .anyMatch(
            failure ->
                failure != null
                    && failure.cause() != null
                    && NO_MATTER_OF_LENGTH.contains(failure.cause()));
  }

  /** For the report. */
  Column report() {
    OptionalInt failed = edge.shortestFailure();
    Scenario first =
        rows.stream()
            .filter(row -> failed.isPresent() && row.targetLen() == failed.getAsInt())
            .findFirst()
            .orElse(null);
    Scenario.Failure failure = first == null ? null : first.failure();
    return new Column(
        column.engine().name(),
        column.axes(),
        boxed(edge.longestSuccess()),
        boxed(failed),
        first == null ? null : first.error(),
        failure == null ? null : failure.cause(),
        failure == null ? null : failure.limitTokens(),
        ExponentFit.of(points()).orElse(null));
  }

  private static @Nullable Integer boxed(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }

  private List<Point> points() {
    return rows.stream()
        .filter(Scenario::success)
        .flatMap(row -> point(row.targetLen(), row.metrics()))
        .toList();
  }

  private static Stream<Point> point(int length, @Nullable RowMetrics metrics) {
    Double mean = metrics == null ? null : metrics.ttftMs().mean();
    return mean == null || mean <= 0 ? Stream.of() : Stream.of(new Point(length, mean));
  }
}
