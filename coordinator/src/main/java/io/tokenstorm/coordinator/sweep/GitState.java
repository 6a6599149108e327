package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.coordinator.sweep.model.SweepInfo.Git;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What git says of the folder that a plan lies in; without git or a repository: nothing. */
public final class GitState {
  private static final Logger LOG = LoggerFactory.getLogger(GitState.class);
  private static final long PATIENCE_SECONDS = 10;

  private GitState() {}

  /** The commit, and whether files under version control were changed since. */
  public static Optional<Git> of(Path folder) {
    Optional<String> commit = git(folder, "rev-parse", "--short=7", "HEAD");
    Optional<String> changes = git(folder, "status", "--porcelain", "--untracked-files=no");
    return commit.isPresent() && changes.isPresent()
        ? Optional.of(new Git(commit.get(), !changes.get().isEmpty()))
        : Optional.empty();
  }

  /** A file as seen from the top of its repository; as given, where there is none. */
  public static String below(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    if (parent == null) {
      return file.toString();
    }
    return git(parent, "rev-parse", "--show-prefix")
        .map(prefix -> prefix + file.getFileName())
        .orElse(file.toString());
  }

  private static Optional<String> git(Path folder, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
              .start();
      String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      boolean ended = git.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        git.destroyForcibly();
      }
      return ended && git.exitValue() == 0 ? Optional.of(out) : Optional.empty();
    } catch (IOException e) {
      LOG.info("git is not there to ask: {}", e.toString());
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
