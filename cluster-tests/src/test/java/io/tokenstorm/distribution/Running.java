package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A child process in the background; killed when it is closed, if it still runs. */
public final class Running implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Path out;
  private final Path err;

  private Running(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it in a folder, where its output is kept, its environment changed. */
  public static Running start(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    Path out = Files.createTempFile(folder, "child", ".out");
    Path err = Files.createTempFile(folder, "child", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    return new Running(builder.start(), out, err);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  public String out() {
    return text(out);
  }

  public String err() {
    return text(err);
  }

  /** Waits until its output holds this; gives what the pattern's first group took. */
  public String awaitOutput(String pattern) {
    Pattern wanted = Pattern.compile(pattern);
    await().atMost(PATIENCE).until(() -> !process.isAlive() || wanted.matcher(out()).find());
    Matcher matcher = wanted.matcher(out());
    assertThat(matcher.find()).as("%s in: %s%s", pattern, out(), err()).isTrue();
    return matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
  }

  /** Sends a signal, such as {@code INT}. */
  public void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Waits for its end; gives its exit status. */
  public int awaitEnd() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as("does not end: %s%s", out(), err())
        .isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
