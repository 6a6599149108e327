package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.coordinator.matrix.EngineSpec;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.matrix.RowCommand;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.server.SecretText;
import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.StopTerms;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

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

  /** The command for who starts servers. */
  ServerCommand server(int repeat) {
    EngineSpec engine = row.engine();
    Map<String, SecretText> variables = new LinkedHashMap<>();
    command
        .environment()
        .forEach(
            (name, value) ->
                variables.put(
                    name,
                    new SecretText(
                        value.text(), Objects.requireNonNullElse(value.variable(), ""))));
    return new ServerCommand(
        row.key(),
        command.argv(),
        variables,
        command.worker().isEmpty()
            ? Path.of(command.directory()).toAbsolutePath().normalize()
            : Path.of(command.directory()),
        log(repeat),
        base,
        headers(),
        command.servedModel(),
        new ReadyTerms(
            engine.ready().health(),
            engine.ready().within(),
            engine.ready().poll(),
            engine.ready().warm()),
        new StopTerms(engine.stop().grace(), command.check(), engine.stop().checkWithin()));
  }

  /** What is sent with all that the server is asked. */
  Map<String, SecretText> headers() {
    Map<String, SecretText> headers = new LinkedHashMap<>();
    row.engine()
        .headers()
        .forEach(
            (name, value) -> {
              SecretRef secret = value.secret();
              headers.put(
                  name,
                  secret == null
                      ? SecretText.plain(Objects.requireNonNullElse(value.text(), ""))
                      : new SecretText(secret.prefix(), secret.variable()));
            });
    return headers;
  }
}
