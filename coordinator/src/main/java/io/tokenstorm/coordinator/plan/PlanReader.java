package io.tokenstorm.coordinator.plan;

import io.tokenstorm.coordinator.plan.parse.PlanParser;
import io.tokenstorm.coordinator.plan.parse.PlanValidator;
import io.tokenstorm.coordinator.plan.source.Nearest;
import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.coordinator.plan.source.YamlSource;
import io.tokenstorm.protocol.plan.Plan;
import java.util.List;
import java.util.Optional;

/**
 * Reads a plan: YAML → options applied → values → how they fit together → phases chosen → times
 * scaled → secrets and tokenizers there. Each step runs only on what the one before left without a
 * problem, except that all values and how they fit are looked at together.
 */
public final class PlanReader {
  /** The one other kind; its reader is not known here. */
  private static final String MATRIX = "server-matrix";

  private PlanReader() {}

  /**
   * Never throws, whatever the bytes.
   *
   * @param fileName as the user gave it; problems are located by it
   * @param bytes the file
   */
  public static PlanResult read(String fileName, byte[] bytes, ReadOptions options) {
    Problems problems = new Problems();
    Optional<Plan> plan =
        YamlSource.read(fileName, bytes, problems)
            .map(tree -> PlanOverrides.apply(tree, options.sets(), problems))
            .filter(tree -> problems.isEmpty() && isOrdinary(tree, problems))
            .flatMap(tree -> plan(tree, options, problems));
    return plan.isPresent() && problems.isEmpty()
        ? new PlanResult.Accepted(plan.get())
        : new PlanResult.Refused(problems.inOrder());
  }

  /**
   * Plans of another kind hold commands; they are read elsewhere, and never what came over HTTP.
   */
  private static boolean isOrdinary(Tree tree, Problems problems) {
    if (tree instanceof Tree.Mapping mapping && mapping.entries().get("kind") != null) {
      Tree.Entry kind = mapping.entries().get("kind");
      String name = kind.value() instanceof Tree.Scalar scalar ? scalar.text() : "";
      if (!name.equals(MATRIX)) {
        problems.add(
            kind.value().at(),
            "kind",
            "there is no such kind of plan; " + MATRIX + ", or no `kind` at all would be right",
            Nearest.of(name, List.of(MATRIX)));
        return false;
      }
      problems.add(
          kind.keyAt(),
          "kind",
          "a plan of a kind of its own names commands to be started, which is not taken here; run"
              + " it where its servers are to run: tokenstorm run --allow-commands PLAN");
      return false;
    }
    return true;
  }

  private static Optional<Plan> plan(Tree tree, ReadOptions options, Problems problems) {
    Optional<Plan> read = PlanParser.read(tree, problems);
    read.ifPresent(plan -> PlanValidator.check(plan, tree, problems));
    Optional<Plan> chosen =
        read.filter(plan -> problems.isEmpty())
            .map(plan -> PhaseChoice.apply(plan, options.phases(), problems))
            .map(plan -> TimeScale.apply(plan, options.timeScale(), problems));
    chosen
        .filter(plan -> problems.isEmpty())
        .ifPresent(plan -> here(plan, tree, options, problems));
    return chosen;
  }

  /** What the plan takes from the machine that it is read on. */
  private static void here(Plan plan, Tree tree, ReadOptions options, Problems problems) {
    PlanValidator.checkSecrets(plan, tree, options.environment(), problems);
    PlanValidator.checkTokenizers(plan, tree, options.tokenizers(), problems);
  }
}
