package io.tokenstorm.cli.option;

import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.protocol.token.LocalTokenizer;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Whether what a plan takes from its machine is looked for on this one. */
public final class EnvironmentOption {
  @Option(
      names = "--no-env",
      description =
          "Do not look for what the plan takes from its machine: the environment variables of its"
              + " secrets and the files of its tokenizers.")
  private boolean unchecked;

  /** What to look for. */
  public ReadOptions checks() {
    return unchecked
        ? ReadOptions.NONE
        : ReadOptions.NONE
            .withEnvironment(name -> System.getenv(name) != null)
            .withTokenizers(file -> LocalTokenizer.problemOf(Path.of(file)));
  }
}
