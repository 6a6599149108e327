package io.tokenstorm.coordinator.matrix.read;

import io.tokenstorm.coordinator.matrix.CommandWords;
import io.tokenstorm.coordinator.matrix.EngineSpec;
import io.tokenstorm.coordinator.matrix.EngineSpec.Address;
import io.tokenstorm.coordinator.matrix.EngineSpec.EnvironmentValue;
import io.tokenstorm.coordinator.matrix.EngineSpec.Ready;
import io.tokenstorm.coordinator.matrix.EngineSpec.Stop;
import io.tokenstorm.coordinator.plan.parse.Field;
import io.tokenstorm.coordinator.plan.parse.Fields;
import io.tokenstorm.coordinator.plan.parse.HeaderParser;
import io.tokenstorm.coordinator.plan.parse.SettingsParser;
import io.tokenstorm.coordinator.plan.parse.SettingsParser.Settings;
import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.protocol.plan.HeaderValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one engine, over what the plan says for all of them. */
final class EngineParser {
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern REFERENCE =
      Pattern.compile("([^$]*)\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)\\}");
  private static final Pattern SECRET =
      Pattern.compile("(.*_)?(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|CREDENTIALS?)(_.*)?");
  private static final Pattern WORKER = Pattern.compile("[A-Za-z0-9._{}-]{1,100}");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_-]+|\\[[0-9A-Fa-f:.]+\\]");

  private EngineParser() {}

  /**
   * What holds for engines that say nothing else.
   *
   * @param environment by name
   * @param headers by name
   */
  record Shared(
      Settings settings,
      Map<String, EnvironmentValue> environment,
      Map<String, HeaderValue> headers,
      Ready ready,
      Stop stop) {}

  static EngineSpec read(String name, Field field, Shared shared) {
    Fields engine = Fields.of(field, MatrixSections.ENGINE);
    List<String> argv =
        engine
            .require("command", "`command: PROGRAM --port {port}`")
            .map(EngineParser::command)
            .orElse(List.of("none"));
    Map<String, EnvironmentValue> environment = new LinkedHashMap<>(shared.environment());
    engine.get("environment").ifPresent(own -> environment.putAll(environment(own)));
    String worker = engine.read("worker", EngineParser::worker, "");
    Settings settings =
        engine.read("request", own -> request(own, shared.settings()), shared.settings());
    return new EngineSpec(
        name,
        argv,
        Collections.unmodifiableMap(environment),
        engine.text("directory", "."),
        worker,
        new Address(
            engine.read("host", EngineParser::host, worker.isEmpty() ? "127.0.0.1" : "0.0.0.0"),
            engine.read("port", value -> (int) value.whole(0, 65_535, 0), 0)),
        engine.read("headers", own -> HeaderParser.route(own, shared.headers()), shared.headers()),
        engine.text("served_model", "{model}"),
        settings.request(),
        settings.timeouts(),
        engine.read("ready", own -> ready(own, shared.ready()), shared.ready()),
        engine.read("stop", own -> stop(own, shared.stop()), shared.stop()));
  }

  /** What is asked, over a base. */
  static Settings request(Field field, Settings base) {
    return SettingsParser.read(Fields.of(field, MatrixSections.REQUEST), base);
  }

  /** A command as a line or as a list of words. */
  private static List<String> command(Field field) {
    List<String> words =
        field.tree() instanceof Tree.Sequence
            ? field.items("words of the command").stream().map(item -> item.text("-")).toList()
            : line(field);
    if (words.stream().anyMatch(word -> word.contains("${env:"))) {
      field.problem(
          "a secret in a command would be seen by every user of the machine; give it under"
              + " `environment:`");
    }
    return words;
  }

  private static List<String> line(Field field) {
    String text = field.text("none");
    List<String> words = CommandWords.split(text).orElse(List.of());
    if (words.isEmpty()) {
      field.problem("a quote is not closed in this command; close it, or write a list of words");
      return List.of("none");
    }
    return words;
  }

  /** Variables by name. */
  static Map<String, EnvironmentValue> environment(Field field) {
    Map<String, EnvironmentValue> values = new LinkedHashMap<>();
    Fields.open(field, "variables with their values")
        .all()
        .forEach(
            (name, value) -> {
              if (VARIABLE.matcher(name).matches()) {
                values.put(name, variable(name, value));
              } else {
                value.problem("this is no name of a variable; letters, digits and `_` are");
              }
            });
    return Collections.unmodifiableMap(values);
  }

  private static EnvironmentValue variable(String name, Field field) {
    Tree.Scalar scalar = field.scalar().orElse(null);
    if (scalar != null && scalar.text().isEmpty()) {
      return new EnvironmentValue("", null);
    }
    boolean secret = SECRET.matcher(name.toUpperCase(java.util.Locale.ROOT)).matches();
    Matcher reference = REFERENCE.matcher(scalar == null ? "" : scalar.text());
    if (reference.matches()) {
      return new EnvironmentValue(reference.group(1), reference.group(2));
    }
    if (secret) {
      field.problem("secrets stand in a plan only by reference; \"${env:NAME}\" would be right");
      return new EnvironmentValue("", null);
    }
    return new EnvironmentValue(field.text(""), null);
  }

  /** A worker's id, or a template of one. */
  private static String worker(Field field) {
    String worker = field.text("");
    if (!WORKER.matcher(worker).matches()) {
      field.expected("the --id of a worker", "");
      return "";
    }
    return worker;
  }

  private static String host(Field field) {
    String host = field.text("127.0.0.1");
    if (!HOST.matcher(host).matches()) {
      field.expected("a host name or an address", "");
      return "127.0.0.1";
    }
    return host;
  }

  static Ready ready(Field field, Ready base) {
    Fields ready = Fields.of(field, MatrixSections.READY);
    return new Ready(
        ready.read("health", path -> path.urlPath("/health"), base.health()),
        ready.duration("within", base.within()),
        ready.duration("poll", base.poll()),
        ready.flag("warm", base.warm()));
  }

  static Stop stop(Field field, Stop base) {
    Fields stop = Fields.of(field, MatrixSections.STOP);
    return new Stop(
        stop.duration("grace", base.grace()),
        stop.read("check", EngineParser::command, base.check()),
        stop.duration("check_within", base.checkWithin()));
  }
}
