package io.tokenstorm.coordinator.sweep.model;

import io.tokenstorm.coordinator.results.RunInfo;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep was, fixed when it starts; {@code sweep.json} in its directory.
 *
 * @param run id, date and time in UTC
 * @param startedAt wall clock
 * @param script the plan's file, below the top of its repository if it lies in one
 * @param sets changes to the plan that were asked for, in order
 * @param salt of the prompts; {@code null}: drawn at random for each repeat
 * @param git of the plan's file; {@code null} if it lies in no repository
 * @param home Tokenstorm's folder, as commands see it
 * @param launcher Tokenstorm's command, as commands see it
 * @param command as the user typed it
 */
public record SweepInfo(
    String run,
    Instant startedAt,
    String script,
    List<String> sets,
    @Nullable String salt,
    @Nullable Git git,
    String home,
    String launcher,
    List<String> command,
    RunInfo.Versions versions,
    RunInfo.Host host) {

  /**
   * The state of a repository.
   *
   * @param commit seven digits or more
   * @param dirty whether files under version control were changed
   */
  public record Git(String commit, boolean dirty) {}
}
