package io.tokenstorm.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Durations come from one monotonic clock; the wall clock is for people, in named places. */
class TimeRulesTest {
  private static final Set<String> WALL_CLOCK =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.time.Clock.systemUTC",
          "java.time.Clock.systemDefaultZone",
          "java.time.Instant.now",
          "java.time.LocalDate.now",
          "java.time.LocalDateTime.now",
          "java.time.OffsetDateTime.now",
          "java.time.ZonedDateTime.now",
          "java.util.Date.<init>");

  @Test
  void monotonicClock_outsideTheReplica_isReadByTickerAlone() {
    assertThat(readers(Set.of("java.lang.System.nanoTime")))
        .containsExactly("io.tokenstorm.protocol.time.Ticker");
  }

  /**
   * The coordinator notes for people when a run was submitted and began; certificates end; a
   * calibration and a sweep have a date; a collector of telemetry wants its points dated.
   */
  @Test
  void wallClock_outsideTheReplica_isReadInSixPlaces() {
    assertThat(readers(WALL_CLOCK))
        .containsExactly(
            "io.tokenstorm.cli.certs.Issuing",
            "io.tokenstorm.cli.command.CalibrateCommand",
            "io.tokenstorm.cli.local.CoordinatorProcess",
            "io.tokenstorm.cli.local.WorkerProcess",
            "io.tokenstorm.cli.sweep.SweepSession",
            "io.tokenstorm.coordinator.node.CoordinatorNode");
  }

  private static List<String> readers(Set<String> methods) {
    return ProjectClasses.ALL.stream()
        .filter(type -> !type.getPackageName().startsWith("io.tokenstorm.replica"))
        .filter(type -> uses(type).anyMatch(target -> methods.contains(name(target))))
        .map(JavaClass::getName)
        .sorted()
        .toList();
  }

  private static Stream<AccessTarget> uses(JavaClass type) {
    return Stream.concat(
            type.getAccessesFromSelf().stream(), type.getMethodReferencesFromSelf().stream())
        .map(JavaAccess::getTarget);
  }

  private static String name(AccessTarget target) {
    return target.getOwner().getName() + "." + target.getName();
  }
}
