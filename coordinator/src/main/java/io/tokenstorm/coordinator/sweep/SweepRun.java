package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.coordinator.matrix.EngineSpec.Address;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.matrix.RowCommand;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.SweepInfo;
import io.tokenstorm.coordinator.sweep.result.ColumnResults;
import io.tokenstorm.coordinator.sweep.result.SweepDirectory;
import io.tokenstorm.coordinator.sweep.result.SweepReportBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs a sweep on the caller's thread: the rows of the grid in order, then each column's search.
 * Rows whose results lie in the directory are passed over, so the same call goes on with a sweep
 * that was cut off. After each row the report is made anew.
 */
public final class SweepRun {
  private final SweepDirectory directory;
  private final SweepInfo info;
  private final MatrixPlan plan;
  private final Hands hands;

  public SweepRun(SweepDirectory directory, Hands hands) {
    this.directory = directory;
    this.info = directory.info();
    this.plan = directory.plan();
    this.hands = hands;
  }

  /**
   * Does what is left to do.
   *
   * @return whether all of it is done; false: the end was asked for before
   */
  public boolean run(StopAsked stop) throws InterruptedException {
    Set<String> done =
        directory.scenarios().stream().map(Scenario::key).collect(Collectors.toSet());
    List<MatrixRow> grid = MatrixRow.grid(plan);
    for (int i = 0; i < grid.size(); i++) {
      if (!done.contains(grid.get(i).key()) && !row(i + 1, grid.get(i), stop)) {
        return false;
      }
    }
    for (MatrixRow column : MatrixRow.columns(plan)) {
      if (!search(column, grid.size(), stop)) {
        return false;
      }
    }
    SweepReportBuilder.build(directory);
    return true;
  }

  private boolean search(MatrixRow column, int gridRows, StopAsked stop)
      throws InterruptedException {
    while (true) {
      List<Scenario> so = directory.scenarios();
      OptionalInt next = new ColumnResults(column, so).next(plan.grid().search());
      if (next.isEmpty()) {
        return true;
      }
      int last = so.stream().mapToInt(Scenario::row).max().orElse(0);
      int number = Math.max(last, gridRows) + 1;
      if (!row(number, column.at(next.getAsInt(), true), stop)) {
        return false;
      }
    }
  }

  private boolean row(int number, MatrixRow row, StopAsked stop) throws InterruptedException {
    if (stop.asked()) {
      return false;
    }
    RowTask task = task(number, row);
    Instant startedAt = hands.clock().instant();
    hands.listener().starting(number, row, task.command().line());
    RowAttempt attempt = new RowAttempt(task, hands, info.salt());
    if (!attempt.run(stop)) {
      return false;
    }
    Scenario scenario = attempt.scenario(startedAt, directory.path());
    directory.keep(task.folder(), scenario);
    SweepReportBuilder.build(directory);
    hands.listener().done(scenario);
    return true;
  }

  private RowTask task(int number, MatrixRow row) {
    Address address = row.engine().address();
    int port = address.port() == 0 ? freePort() : address.port();
    RowCommand command =
        RowCommand.of(plan, row, port, new RowCommand.Place(info.home(), info.launcher()));
    return new RowTask(
        plan,
        row,
        number,
        command,
        URI.create("http://" + address.host() + ":" + port),
        directory.row(number, row.slug()));
  }

  /** Free now: another program may take it before the server does, which is then a failed row. */
  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free", e);
    }
  }
}
