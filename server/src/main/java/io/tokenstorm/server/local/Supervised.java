package io.tokenstorm.server.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command below a supervisor ({@code supervisor.sh}): a shell that holds a pipe from this process
 * and ends all processes of the command when the pipe ends. So they end with this process too,
 * however it goes.
 */
final class Supervised {
  private static final Logger LOG = LoggerFactory.getLogger(Supervised.class);
  private static final Path PROC = Path.of("/proc/self/stat");
  private static final String SCRIPT = script();

  private final Process supervisor;
  private final Told told;

  /** What its owner hears, from a thread of its own. */
  interface Told {
    /** The command runs. */
    void launched();

    /** Its first process exited. */
    void exited(int status);

    /** The supervisor has ended; what is left all the same, as process ids. */
    void gone(String left);
  }

  /**
   * What is run.
   *
   * @param grace between SIGTERM and SIGKILL
   * @param log takes what it prints, after what is there; must exist
   */
  record Task(
      List<String> argv,
      Map<String, String> environment,
      Path workingDirectory,
      Path log,
      Duration grace) {}

  private Supervised(Process supervisor, Told told) {
    this.supervisor = supervisor;
    this.told = told;
  }

  /**
   * Starts it.
   *
   * @throws IOException if that is not possible on this machine; the message is for the user
   */
  static Supervised start(Task task, Told told) throws IOException {
    if (!Files.isReadable(PROC)) {
      throw new IOException("commands can only be started on Linux");
    }
    if (!Files.isDirectory(task.workingDirectory())) {
      throw new IOException("there is no folder " + task.workingDirectory());
    }
    List<String> line = new ArrayList<>(List.of("setsid", "sh", "-c", SCRIPT, "supervisor"));
    line.add(String.valueOf(task.grace().toMillis() / 10));
    line.add(task.log().toAbsolutePath().toString());
    line.addAll(task.argv());
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(task.workingDirectory().toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(task.log().toFile()));
    builder.environment().putAll(task.environment());
    Supervised started = new Supervised(builder.start(), told);
    Thread reader = new Thread(started::follow, "tokenstorm-supervised");
    reader.setDaemon(true);
    reader.start();
    return started;
  }

  /** Ends all processes of the command; repeated: nothing. */
  void end() {
    try {
      supervisor.getOutputStream().close();
    } catch (IOException e) {
      LOG.debug("the pipe to a supervisor was broken already", e);
    }
  }

  private void follow() {
    String left = "";
    try (BufferedReader lines = supervisor.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("pid ")) {
          told.launched();
        } else if (line.startsWith("exit ")) {
          told.exited(Integer.parseInt(line.substring("exit ".length())));
        } else if (line.startsWith("left ")) {
          left = line.substring("left ".length()).strip();
        }
      }
    } catch (IOException | NumberFormatException e) {
      LOG.warn("what a supervisor said cannot be read", e);
    }
    told.gone(left);
  }

  private static String script() {
    try (InputStream file = Supervised.class.getResourceAsStream("supervisor.sh")) {
      if (file == null) {
        throw new IllegalStateException("supervisor.sh is missing beside " + Supervised.class);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
