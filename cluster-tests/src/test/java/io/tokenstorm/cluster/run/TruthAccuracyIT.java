package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.RunChecks;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records against the truth log at 64 streams. The bounds are wide, as machines that build are
 * busy; what is measured is printed, and {@link TruthAccuracy#main} measures on a quiet machine.
 */
@Tag("alone")
@Timeout(90)
class TruthAccuracyIT {
  private static final long GENEROUS_NANOS = 5_000_000;

  @TempDir Path directory;

  @Test
  void records_at64Streams_areCloseToTheTruthAndCountEveryToken() throws Exception {
    TruthAccuracy.Measurement measurement = TruthAccuracy.measure(directory, "default", 64, 3);
    TruthAccuracy accuracy = TruthAccuracy.of(measurement);
    System.out.println("accuracy at 64 streams: " + accuracy);

    RunChecks.undisturbed(measurement.run());
    assertThat(measurement.records()).hasSameSizeAs(measurement.run().truth());
    assertThat(accuracy.ttft()).hasSizeGreaterThanOrEqualTo(64);
    assertThat(accuracy.ttft()[0]).as("nothing arrives before it is written").isNotNegative();
    assertThat(TruthAccuracy.at(0.5, accuracy.ttft())).isLessThan(GENEROUS_NANOS);
    assertThat(TruthAccuracy.at(0.5, accuracy.gap())).isLessThan(GENEROUS_NANOS);
  }
}
