package io.tokenstorm.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.tokenstorm.protocol.time.Ticker;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Durations come from one monotonic clock; the wall clock is for people, in named places. */
class TimeRulesTest {
  /** Where the wall clock may be read: the coordinator's node, for run ids and time stamps. */
  private static final Set<String> WALL_CLOCK_PLACES =
      Set.of("io.tokenstorm.coordinator.node.CoordinatorNode");

  @Test
  void monotonicClock_outsideTheReplica_isReadThroughTicker() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tokenstorm.replica..")
        .and()
        .areNotAssignableTo(Ticker.class)
        .should()
        .callMethod(System.class, "nanoTime")
        .check(ProjectClasses.ALL);
  }

  @Test
  void wallClock_isReadInNamedPlacesOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tokenstorm.replica..")
        .and(
            new DescribedPredicate<JavaClass>("are no named place") {
              @Override
              public boolean test(JavaClass type) {
                return !WALL_CLOCK_PLACES.contains(type.getName());
              }
            })
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(LocalDateTime.class, "now")
        .orShould()
        .callMethod(OffsetDateTime.class, "now")
        .orShould()
        .callMethod(ZonedDateTime.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(Clock.class, "systemDefaultZone")
        .check(ProjectClasses.ALL);
  }
}
