package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.coordinator.matrix.EngineSpec;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.matrix.RowCommand;
import io.tokenstorm.coordinator.server.ReadyTerms;
import io.tokenstorm.coordinator.server.ServerCommand;
import io.tokenstorm.coordinator.server.StopTerms;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A row that is to be done.
 *
 * @param number from 1
 * @param command with every template filled
 * @param base where the server is to listen
 * @param folder of the row
 */
record RowTask(
    MatrixPlan plan, MatrixRow row, int number, RowCommand command, URI base, Path folder) {

  /** The server's log of one repeat. */
  Path log(int repeat) {
    return folder.resolve(repeat == 1 ? "server.log" : "server-" + repeat + ".log");
  }

  /**
   * The command for who starts servers.
   *
   * @param environment values of variables that the plan refers to
   */
  ServerCommand server(int repeat, Function<String, @Nullable String> environment) {
    EngineSpec engine = row.engine();
    Map<String, String> values = new LinkedHashMap<>();
    command
        .environment()
        .forEach(
            (name, value) -> {
              String variable = value.variable();
              String found = variable == null ? "" : environment.apply(variable);
              values.put(name, value.text() + (found == null ? "" : found));
            });
    return new ServerCommand(
        row.key(),
        command.argv(),
        values,
        Path.of(command.directory()).toAbsolutePath().normalize(),
        log(repeat),
        base,
        command.servedModel(),
        new ReadyTerms(
            engine.ready().health(),
            engine.ready().within(),
            engine.ready().poll(),
            engine.ready().warm()),
        new StopTerms(engine.stop().grace(), command.check(), engine.stop().checkWithin()));
  }
}
