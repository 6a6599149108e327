package io.tokenstorm.coordinator.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.calibration.Calibration.Step;
import io.tokenstorm.coordinator.health.ClientVerdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
  private static final Calibration FRAME =
      new Calibration(
          "1", Instant.EPOCH, "h", 2, "17", 1, true, 64, null, null, null, 0, List.of());

  @TempDir Path directory;

  @Test
  void of_ladder_cleanUpToTheFirstThatIsNot() {
    Calibration result =
        Calibration.of(
            FRAME,
            List.of(
                step(1_000, 1_000, ClientVerdict.CLEAN, 0.1),
                step(2_000, 1_990, ClientVerdict.CLEAN, 0.2),
                step(4_000, 3_990, ClientVerdict.MARGINAL, 0.6),
                step(8_000, 7_990, ClientVerdict.CLEAN, 0.6)));
    assertThat(result.cleanTokensPerSecond()).isEqualTo(1_990);
    assertThat(result.highestTokensPerSecond()).isEqualTo(7_990);
    assertThat(result.ceilingTokensPerSecond()).as("never shown").isNull();
  }

  @Test
  void of_clientAtWorkAllTheTime_isTheCeiling_replicaTooSlow_isUnknown() {
    Step client = step(8_000, 5_000, ClientVerdict.LIMITING, 0.97);
    Step replica = step(8_000, 5_000, ClientVerdict.UNKNOWN, 0.5);
    assertThat(Calibration.of(FRAME, List.of(client)).ceilingTokensPerSecond()).isEqualTo(5_000);
    assertThat(Calibration.of(FRAME, List.of(replica)).ceilingTokensPerSecond()).isNull();
    assertThat(Calibration.of(FRAME, List.of(replica)).cleanTokensPerSecond()).isNull();
    assertThat(Calibration.of(FRAME, List.of(client)).replicaCeilingTokensPerSecond()).isNull();
    assertThat(Calibration.of(FRAME, List.of(replica)).replicaCeilingTokensPerSecond())
        .isEqualTo(5_000);
  }

  @Test
  void file_writtenAndRead_theSame() throws Exception {
    Calibration written =
        Calibration.of(FRAME, List.of(step(1_000, 1_000, ClientVerdict.CLEAN, 0.1)));
    Path file = directory.resolve("deep").resolve(CalibrationFile.NAME);
    assertThat(CalibrationFile.read(file)).isEmpty();
    CalibrationFile.write(file, written);
    assertThat(CalibrationFile.read(file)).contains(written);
  }

  @Test
  void ofUser_variableThenCacheThenHome() {
    assertThat(
            CalibrationFile.ofUser(
                Map.of(CalibrationFile.VARIABLE, "/a/b.json", "XDG_CACHE_HOME", "/c")::get))
        .isEqualTo(Path.of("/a/b.json"));
    assertThat(CalibrationFile.ofUser(Map.of("XDG_CACHE_HOME", "/c")::get))
        .isEqualTo(Path.of("/c/tokenstorm/calibration.json"));
    assertThat(CalibrationFile.ofUser(name -> null).toString())
        .endsWith("tokenstorm/calibration.json");
  }

  private static Step step(double asked, double got, ClientVerdict verdict, double share) {
    return new Step(
        asked, got, verdict, List.of(), 0.1, 0.2, 0.1, 0.2, 0.1, 0.1, 0.1, 0.2, share, 1.5);
  }
}
