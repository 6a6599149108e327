package io.tokenstorm.cli.sweep;

import io.tokenstorm.cli.option.Home;
import io.tokenstorm.coordinator.matrix.MatrixGrid.Search;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.matrix.RowCommand;
import io.tokenstorm.protocol.node.NodeSecurity;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A server matrix in words: what it would do. */
public final class MatrixText {
  private MatrixText() {}

  /**
   * Says that a plan is valid, or shows its commands: a line of comment a row, then the command as
   * a shell would take it.
   *
   * @param render whether the commands are to be shown
   */
  public static void print(MatrixPlan plan, Path file, boolean render, PrintWriter out) {
    List<MatrixRow> rows = MatrixRow.grid(plan);
    if (!render) {
      Search search = plan.grid().search();
      out.printf(
          "%s: valid: a server matrix of %d rows, %d engines, %d lengths%s%n",
          file,
          rows.size(),
          plan.engines().size(),
          plan.grid().lengths().size(),
          search == null ? "" : "; then the longest context is searched for");
    } else {
      for (int i = 0; i < rows.size(); i++) {
        row(plan, rows.get(i), i + 1, out);
      }
    }
    out.flush();
  }

  private static void row(MatrixPlan plan, MatrixRow row, int number, PrintWriter out) {
    int port = row.engine().address().port();
    RowCommand command = RowCommand.of(plan, row, port, place());
    String environment =
        command.writtenEnvironment().entrySet().stream()
            .map((Map.Entry<String, String> entry) -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    out.printf(
        "# row %d: %s, prompt %d tokens, started for %d%s%s%s%n",
        number,
        row.column(),
        row.targetLen(),
        row.maxModelLen(),
        command.worker().isEmpty() ? "" : ", on the host of worker " + command.worker(),
        port == 0 ? ", any free port instead of 0" : "",
        environment.isEmpty() ? "" : ", environment " + environment);
    out.println(command.line());
  }

  /** Where commands find Tokenstorm. */
  static RowCommand.Place place() {
    return new RowCommand.Place(Home.folder().toString(), Home.launcher().toString());
  }

  /**
   * What the workers are to be started with on whose hosts servers run; empty if there are none.
   *
   * @param join where they join
   * @param security of this node: one that shows a certificate wants to see theirs
   */
  static Optional<String> workers(MatrixPlan plan, String join, NodeSecurity security) {
    List<String> ids =
        MatrixRow.grid(plan).stream()
            .map(row -> RowCommand.of(plan, row, row.engine().address().port(), place()).worker())
            .filter(id -> !id.isEmpty())
            .distinct()
            .toList();
    return ids.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "workers join %s; servers run on %s, each started as: tokenstorm worker --join %s --id %s%s --allow-commands"
                .formatted(
                    join,
                    String.join(", ", ids),
                    join,
                    ids.get(0),
                    security.certificates().isEmpty()
                        ? ""
                        : " --host ITS-ADDRESS --certs ITS-CERTIFICATES"));
  }
}
