package io.tokenstorm.coordinator.matrix;

import java.util.List;
import java.util.Map;

/**
 * A plan of the kind {@code server-matrix}: validated, every default filled in, secrets only by
 * reference. For each row a server is started, asked and stopped.
 *
 * @param name of the experiment
 * @param model its name or path, as templates see it
 * @param about free text by key for the report: see {@link #ABOUT}; a missing one is the empty text
 * @param notes free text for the report
 * @param seed of all prompts
 * @param grid which rows there are
 * @param load what each row's server is asked
 * @param engines in the plan's order, at least one
 */
public record MatrixPlan(
    String name,
    String model,
    Map<String, String> about,
    List<String> notes,
    long seed,
    MatrixGrid grid,
    MatrixLoad load,
    List<EngineSpec> engines) {
  /** The value of the key {@code kind} by which such a plan is known. */
  public static final String KIND = "server-matrix";

  /** The keys of the free text. */
  public static final List<String> ABOUT =
      List.of("description", "hardware", "accelerator", "chip", "precision", "env", "script");

  /** Free text, or the empty text. */
  public String about(String key) {
    return about.getOrDefault(key, "");
  }
}
