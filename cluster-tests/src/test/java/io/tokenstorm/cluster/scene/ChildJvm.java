package io.tokenstorm.cluster.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM of its own with this class path; killed when it is closed, if it still runs. */
public final class ChildJvm implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String name;
  private final Process process;
  private final Path output;

  private ChildJvm(String name, Process process, Path output) {
    this.name = name;
    this.process = process;
    this.output = output;
  }

  /**
   * Starts one.
   *
   * @param directory where its output is kept, as {@code NAME.log}
   */
  public static ChildJvm start(String name, Path directory, Class<?> main, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    Path output = directory.resolve(name + ".log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new ChildJvm(name, process, output);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What it wrote so far. */
  public String output() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for a line that matches as a whole; gives what the first group took. */
  public String awaitLine(String pattern) {
    Pattern wanted = Pattern.compile("^" + pattern + "$", Pattern.MULTILINE);
    await().atMost(PATIENCE).until(() -> !process.isAlive() || wanted.matcher(output()).find());
    Matcher matcher = wanted.matcher(output());
    assertThat(matcher.find()).as("%s of %s: %s", pattern, name, output()).isTrue();
    return matcher.group(1);
  }

  /** SIGKILL; returns when the process is no more. */
  public void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("%s is gone", name).isTrue();
  }

  /** Sends a signal, such as {@code STOP} or {@code CONT}. */
  public void signal(String signal) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(pid())).start();
    assertThat(kill.waitFor()).as("kill -%s %s", signal, name).isZero();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
