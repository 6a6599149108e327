package io.tokenstorm.coordinator.calibration;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code calibration.json}: written whole, found again by later runs of the same user. */
public final class CalibrationFile {
  /** Its name, in the user's cache and in a run's directory. */
  public static final String NAME = "calibration.json";

  /** Names another file than the user's own. */
  public static final String VARIABLE = "TOKENSTORM_CALIBRATION";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
          .build();

  private CalibrationFile() {}

  /** Where this user's calibration lies: the variable's file, else in the user's cache. */
  public static Path ofUser(Function<String, @Nullable String> environment) {
    String named = environment.apply(VARIABLE);
    if (named != null && !named.isBlank()) {
      return Path.of(named);
    }
    String cache = environment.apply("XDG_CACHE_HOME");
    Path base =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home", "."), ".cache")
            : Path.of(cache);
    return base.resolve("tokenstorm").resolve(NAME);
  }

  /**
   * Reads one; empty if there is none.
   *
   * @throws IOException if it is none, or cannot be read
   */
  public static Optional<Calibration> read(Path file) throws IOException {
    return Files.isRegularFile(file)
        ? Optional.of(JSON.readValue(Files.readString(file), Calibration.class))
        : Optional.empty();
  }

  /**
   * Replaces the file at once; its directory is made.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(Path file, Calibration calibration) throws IOException {
    Path whole = file.toAbsolutePath();
    Path directory = whole.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Path draft = whole.resolveSibling(whole.getFileName() + ".draft");
    Files.writeString(
        draft, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(calibration) + '\n');
    Files.move(draft, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
