package io.tokenstorm.coordinator.matrix;

import io.tokenstorm.coordinator.matrix.EngineSpec.EnvironmentValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command of a row, every template filled.
 *
 * @param argv the server's
 * @param environment as the plan writes it, references to variables as such
 * @param worker on whose host it runs; empty: on this machine
 * @param directory where it is started
 * @param servedModel the model's name in requests
 * @param check the command that says whether the next server may start; may be empty
 */
public record RowCommand(
    List<String> argv,
    Map<String, EnvironmentValue> environment,
    String worker,
    String directory,
    String servedModel,
    List<String> check) {

  /** Names of values that every plan has beside its axes. */
  public static final List<String> BUILT_IN =
      List.of(
          "model",
          "host",
          "port",
          "max_model_len",
          "target_len",
          "output_tokens",
          "concurrency",
          "engine",
          "home",
          "tokenstorm");

  /**
   * What lies on the machine that starts the servers.
   *
   * @param home Tokenstorm's folder
   * @param launcher Tokenstorm's command
   */
  public record Place(String home, String launcher) {}

  /**
   * Fills a row's templates.
   *
   * @param port where the server is to listen
   */
  public static RowCommand of(MatrixPlan plan, MatrixRow row, int port, Place place) {
    EngineSpec engine = row.engine();
    Map<String, String> values = new LinkedHashMap<>(row.axes());
    values.put("model", plan.model());
    values.put("host", engine.address().host());
    values.put("port", Integer.toString(port));
    values.put("max_model_len", Integer.toString(row.maxModelLen()));
    values.put("target_len", Integer.toString(row.targetLen()));
    values.put("output_tokens", Integer.toString(plan.load().outputTokens()));
    values.put("concurrency", Integer.toString(plan.load().concurrency()));
    values.put("engine", engine.name());
    values.put("home", place.home());
    values.put("tokenstorm", place.launcher());
    Map<String, EnvironmentValue> environment = new LinkedHashMap<>();
    engine
        .environment()
        .forEach(
            (name, value) ->
                environment.put(
                    name,
                    new EnvironmentValue(Template.fill(value.text(), values), value.variable())));
    return new RowCommand(
        engine.argv().stream().map(part -> Template.fill(part, values)).toList(),
        environment,
        Template.fill(engine.worker(), values),
        Template.fill(engine.directory(), values),
        Template.fill(engine.servedModel(), values),
        engine.stop().check().stream().map(part -> Template.fill(part, values)).toList());
  }

  /** The command as one line, as {@code server_args} has it. */
  public String line() {
    return CommandWords.join(argv);
  }

  /** The environment by name, as the plan writes it. */
  public Map<String, String> writtenEnvironment() {
    Map<String, String> written = new LinkedHashMap<>();
    environment.forEach((name, value) -> written.put(name, value.written(value.text())));
    return written;
  }
}
