package io.tokenstorm.coordinator.api.view;

import io.tokenstorm.coordinator.plan.source.Problem;
import java.util.List;

/**
 * The body of every answer that is not 2xx.
 *
 * @param error what kind, for a program: {@code not_found}, {@code plan}, {@code refused}, …
 * @param detail what is wrong and what to do, for a person
 * @param problems all that is wrong with a submitted plan; else empty
 */
public record ErrorView(String error, String detail, List<ProblemView> problems) {
  /** An error that is not about a plan. */
  public ErrorView(String error, String detail) {
    this(error, detail, List.of());
  }

  /**
   * One thing that is wrong with a plan.
   *
   * @param file name of the file as the client gave it, or the option that brought the value
   * @param line from 1; 0 if there are no lines
   * @param column from 1; 0 if there are no lines
   * @param path what it is about, such as {@code phases[2].route}
   * @param message what is wrong; then, after a semicolon, what would be right
   * @param suggestion what was probably meant; empty if nothing comes to mind
   * @param text all of it in one line
   */
  public record ProblemView(
      String file,
      int line,
      int column,
      String path,
      String message,
      String suggestion,
      String text) {
    public static ProblemView of(Problem problem) {
      return new ProblemView(
          problem.file(),
          problem.line(),
          problem.column(),
          problem.path(),
          problem.message(),
          problem.suggestion(),
          problem.render());
    }
  }
}
