package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.protocol.plan.Plan;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Asks a server what a plan says, through the product's own engine. */
@FunctionalInterface
public interface RunProbe {
  /** How it went. */
  sealed interface Answer {}

  /**
   * The run is over and has its directory, whatever its requests came to.
   *
   * @param directory with records
   */
  record Asked(Path directory) implements Answer {}

  /**
   * The run could not begin.
   *
   * @param reason a sentence
   */
  record NotAsked(String reason) implements Answer {}

  /**
   * Runs a plan of one phase to its end.
   *
   * @param salt of the prompts; null: drawn at random
   * @param stop cuts it short once it says so
   * @throws SweepFailure if it is not the server's affair that nothing could be asked
   */
  Answer ask(Plan plan, @Nullable String salt, StopAsked stop) throws InterruptedException;
}
