package io.tokenstorm.coordinator.plan;

import io.tokenstorm.coordinator.plan.parse.DurationText;
import io.tokenstorm.coordinator.plan.source.Location;
import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Warmup;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;

/**
 * Multiplies measured and warmup durations and events' times: {@code --time-scale}. Timeouts and
 * counts of requests stay as they are.
 */
final class TimeScale {
  private static final double LEAST = 0.0001;
  private static final double MOST = 1000;

  private TimeScale() {}

  static Plan apply(Plan plan, double factor, Problems problems) {
    if (factor == 1) {
      return plan;
    }
    Location option = Location.whole("--time-scale " + factor);
    if (!(factor >= LEAST && factor <= MOST)) {
      problems.add(option, "", "the factor is out of range; 0.0001 to 1000 would be right");
      return plan;
    }
    BigDecimal exact = BigDecimal.valueOf(factor);
    List<Phase> phases = plan.phases().stream().map(phase -> scale(phase, exact)).toList();
    for (Phase phase : phases) {
      Duration longest = longest(phase);
      if (longest.compareTo(DurationText.MAX) > 0) {
        problems.add(
            option,
            "phases." + phase.name(),
            "this phase would take more than "
                + DurationText.write(DurationText.MAX)
                + "; a smaller factor would be right");
      }
    }
    return plan.withPhases(phases);
  }

  private static Phase scale(Phase phase, BigDecimal factor) {
    Warmup warmup = phase.warmup();
    Measure measure = phase.measure();
    return new Phase(
        phase.name(),
        phase.route(),
        phase.workload(),
        phase.concurrency(),
        phase.request(),
        new Warmup(warmup.requestsPerSlot(), times(warmup.duration(), factor), warmup.drain()),
        new Measure(times(measure.atLeast(), factor), measure.requests()),
        phase.timeouts(),
        phase.events().stream().map(event -> scale(event, factor)).toList());
  }

  private static PhaseEvent scale(PhaseEvent event, BigDecimal factor) {
    return new PhaseEvent(times(event.at(), factor), event.method(), event.url(), event.body());
  }

  /** Rounded down, so that what came before the end still does; never from something to nothing. */
  private static Duration times(Duration duration, BigDecimal factor) {
    BigDecimal nanos = BigDecimal.valueOf(duration.toNanos()).multiply(factor);
    long whole = nanos.setScale(0, RoundingMode.DOWN).longValueExact();
    return Duration.ofNanos(whole == 0 && !duration.isZero() ? 1 : whole);
  }

  private static Duration longest(Phase phase) {
    Duration warmup = phase.warmup().duration();
    Duration measure = phase.measure().atLeast();
    return warmup.compareTo(measure) > 0 ? warmup : measure;
  }
}
