package io.tokenstorm.rules;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of the clone that the tests run in. */
final class ProjectRoot {
  static final Path PATH = find();

  private ProjectRoot() {}

  private static Path find() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("mvnw"))) {
        return at;
      }
    }
    throw new IllegalStateException("not inside a clone of Tokenstorm");
  }
}
