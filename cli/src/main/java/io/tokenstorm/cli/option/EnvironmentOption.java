package io.tokenstorm.cli.option;

import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** Whether the environment variables of a plan's secrets are looked for in this process. */
public final class EnvironmentOption {
  @Option(
      names = "--no-env",
      description = "Do not check that the environment variables of the plan's secrets are set.")
  private boolean unchecked;

  /** Whether a variable is there, or need not be. */
  public Predicate<String> isSet() {
    return name -> unchecked || System.getenv(name) != null;
  }
}
