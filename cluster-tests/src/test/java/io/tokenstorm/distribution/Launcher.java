package io.tokenstorm.distribution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs {@code bin/tokenstorm} of this build's distribution as a user would. */
public final class Launcher {
  /** For those that run for minutes, as a user's do. */
  static final Map<String, String> LONG = Map.of("TOKENSTORM_JAVA_OPTS", "-Xmx512m");

  /** For those that run for seconds: compiling quickly is half of their work. */
  static final Map<String, String> BRIEF =
      Map.of("TOKENSTORM_JAVA_OPTS", "-Xmx512m -XX:TieredStopAtLevel=1");

  private static final Map<String, String> USUAL =
      Map.of(
          "TOKENSTORM_JAVA_OPTS",
          "-Xmx512m -XX:TieredStopAtLevel=1",
          "JAVA_HOME",
          System.getProperty("java.home"));

  private Launcher() {}

  /** To its end. */
  static Ended run(Path folder, String... arguments) throws IOException, InterruptedException {
    return Ended.run(folder, USUAL, command(arguments));
  }

  /** To its end, with further variables in its environment. */
  static Ended runWith(Path folder, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return Ended.run(folder, with(environment), command(arguments));
  }

  /** The usual environment and further variables. */
  static Map<String, String> with(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(USUAL);
    all.putAll(environment);
    return all;
  }

  /** In the background; the caller ends it. */
  public static Running start(Path folder, String... arguments) throws IOException {
    return Running.start(folder, USUAL, command(arguments));
  }

  /** In the background, with further options for its JVM. */
  static Running startWith(Path folder, String javaOptions, String... arguments)
      throws IOException {
    Map<String, String> environment = new HashMap<>(USUAL);
    environment.merge("TOKENSTORM_JAVA_OPTS", javaOptions, (before, more) -> before + " " + more);
    return Running.start(folder, environment, command(arguments));
  }

  private static List<String> command(String... arguments) {
    return command(List.of(), arguments);
  }

  /** The whole command, after one that it is run by. */
  public static List<String> command(List<String> by, String... arguments) {
    List<String> command = new ArrayList<>(by);
    command.add(Distribution.DIRECTORY.resolve("bin/tokenstorm").toString());
    command.addAll(List.of(arguments));
    return command;
  }
}
