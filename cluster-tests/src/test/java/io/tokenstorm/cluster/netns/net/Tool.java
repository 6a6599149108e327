package io.tokenstorm.cluster.netns.net;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A system command run to its end; that it fails is an error with its own words. */
public final class Tool {
  private static final long PATIENCE_SECONDS = 60;

  private Tool() {}

  /**
   * Gives its output.
   *
   * @throws IllegalStateException if it does not end, or ends with another status than 0
   */
  public static String run(List<String> command) {
    try {
      Path output = Files.createTempFile("tool", ".out");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        String said = Files.readString(output, StandardCharsets.UTF_8);
        if (!ended || process.exitValue() != 0) {
          process.destroyForcibly();
          throw new IllegalStateException("%s: %s".formatted(String.join(" ", command), said));
        }
        return said;
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new IllegalStateException(String.join(" ", command) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(String.join(" ", command) + " was interrupted", e);
    }
  }

  static String run(String... command) {
    return run(List.of(command));
  }
}
