package io.tokenstorm.coordinator.plan;

import io.tokenstorm.coordinator.plan.source.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads a plan from a file; what cannot be read is a problem of the plan like any other. */
public final class PlanFiles {
  /** Enough to see that a file is too large to be a plan. */
  private static final int MOST_BYTES = 2 << 20;

  private PlanFiles() {}

  public static PlanResult read(Path file, ReadOptions options) {
    if (Files.isDirectory(file)) {
      return refused(file, "this is a directory; a plan is a YAML file");
    }
    try (InputStream input = Files.newInputStream(file)) {
      return PlanReader.read(file.toString(), input.readNBytes(MOST_BYTES), options);
    } catch (NoSuchFileException e) {
      return refused(file, "there is no such file; `tokenstorm init URL` writes a plan");
    } catch (IOException e) {
      return refused(file, "the file cannot be read: " + e.getMessage());
    }
  }

  private static PlanResult refused(Path file, String message) {
    return new PlanResult.Refused(List.of(new Problem(file.toString(), 0, 0, "", message, "")));
  }
}
