package io.tokenstorm.cli.option;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that Tokenstorm was started from: a clone, or an unpacked distribution. */
public final class Home {
  private Home() {}

  /** The folder itself. */
  public static Path folder() {
    return Path.of(System.getProperty("tokenstorm.home", ".")).toAbsolutePath().normalize();
  }

  /** The command {@code tokenstorm} in it. */
  public static Path launcher() {
    Path ofClone = folder().resolve("tokenstorm");
    return Files.isRegularFile(ofClone) ? ofClone : folder().resolve("bin").resolve("tokenstorm");
  }

  /**
   * A file below {@code conf/}.
   *
   * @throws CommandFailure if it is not there
   */
  public static Path conf(String name) {
    Path file = Path.of(System.getProperty("tokenstorm.home", "."), "conf").resolve(name);
    if (!Files.isReadable(file)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          file + " is missing: start Tokenstorm by its launcher, with its conf folder beside it.");
    }
    return file;
  }
}
