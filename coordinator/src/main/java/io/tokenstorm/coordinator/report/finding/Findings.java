package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.report.model.CalibrationReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks every rule, and puts what they say in order: gravest first, then as the phases ran. */
public final class Findings {
  static final String NO_SUCCESS = "no_success";
  static final String CONSERVATION = "conservation";
  static final String DAMAGE = "log_damaged";
  static final String NOT_ENDED = "not_ended";
  static final String MISSING = "phases_without_result";
  static final String GENERATOR_LIMIT = "generator_limit";

  /** So the reason begins for which a phase is begun again after a standstill. */
  static final String STOOD_STILL = "the coordinator stood still";

  private static final List<PhaseRule> PHASE_RULES =
      List.of(
          LossRules::noSuccess,
          LossRules::conservation,
          LossRules::lost,
          LossRules::cut,
          ErrorRules::byKind,
          TargetRules::eventsFailed,
          GeneratorRules::clientDelay,
          HealthRules::client,
          GeneratorRules::lowConcurrency,
          GeneratorRules::clocks,
          TargetRules::slowStarts,
          TargetRules::zeroTokens,
          LengthRules::input,
          LengthRules::output,
          LengthRules::someShort,
          CountingRules::noUsage,
          CountingRules::chunks,
          TargetRules::imbalance,
          EngineRules::unread,
          EngineRules::restarted,
          LossRules::restarts);

  private Findings() {}

  /**
   * All findings of a run.
   *
   * @param damages of the record log
   * @param results what was measured
   */
  public static List<Finding> of(
      RunHistory history, Plan plan, List<RecordLogReader.Damage> damages, Results results) {
    List<Finding> all = new ArrayList<>();
    all.addAll(RunRules.notEnded(history));
    all.addAll(RunRules.damage(damages));
    all.addAll(RunRules.missing(results.missing(), plan));
    all.addAll(RunRules.coordinatorStalls(history, plan));
    all.addAll(RunRules.workersLost(history, plan));
    all.addAll(HealthRules.hostLimits(history, plan));
    all.addAll(RunRules.told(history));
    for (PhaseReport phase : results.phases()) {
      Phase asked = asked(plan, phase.measured().phase());
      PHASE_RULES.forEach(rule -> all.addAll(rule.check(phase, asked)));
    }
    all.addAll(HealthRules.beyondCalibration(results));
    all.addAll(RunRules.thin(results.phases()));
    all.sort(Comparator.comparing(Finding::severity).reversed());
    return List.copyOf(all);
  }

  /**
   * What was measured.
   *
   * @param phases settled ones, in the order they ran
   * @param missing names of the plan's other phases
   * @param calibration of the host; {@code null} if there was none
   */
  public record Results(
      List<PhaseReport> phases, List<String> missing, @Nullable CalibrationReport calibration) {}

  private static Phase asked(Plan plan, String name) {
    return plan.phases().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }
}
