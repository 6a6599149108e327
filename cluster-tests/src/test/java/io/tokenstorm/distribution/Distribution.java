package io.tokenstorm.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The distribution that this build made, in {@code cli/target}. */
public final class Distribution {
  public static final Path ROOT = root();
  public static final Path DIRECTORY = only("tokenstorm-[0-9.]+");
  public static final Path ARCHIVE = only("tokenstorm-[0-9.]+\\.tar\\.gz");

  private Distribution() {}

  /** The version in its name. */
  static String version() {
    return DIRECTORY.getFileName().toString().substring("tokenstorm-".length());
  }

  /** Names of the libraries without versions, sorted; our own modules left out. */
  static List<String> libraries() {
    try (Stream<Path> jars = Files.list(DIRECTORY.resolve("lib"))) {
      return jars.map(jar -> jar.getFileName().toString().replaceFirst("-[0-9][0-9.]*\\.jar$", ""))
          .filter(name -> !name.startsWith("tokenstorm-"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("mvnw"))) {
        return at;
      }
    }
    throw new IllegalStateException("not inside a clone of Tokenstorm");
  }

  private static Path only(String name) {
    try (Stream<Path> files = Files.list(ROOT.resolve("cli/target"))) {
      List<Path> found = files.filter(file -> file.getFileName().toString().matches(name)).toList();
      if (found.size() != 1) {
        throw new IllegalStateException("one of " + name + " in cli/target expected: " + found);
      }
      return found.get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
