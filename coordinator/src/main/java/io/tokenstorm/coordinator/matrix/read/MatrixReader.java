package io.tokenstorm.coordinator.matrix.read;

import io.tokenstorm.coordinator.matrix.EngineSpec;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.plan.PlanOverrides;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.plan.parse.Field;
import io.tokenstorm.coordinator.plan.source.Location;
import io.tokenstorm.coordinator.plan.source.Problem;
import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.coordinator.plan.source.YamlSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads a plan of the kind {@code server-matrix}: YAML → options applied → values → how they fit.
 */
public final class MatrixReader {
  private static final int MOST_BYTES = 2 << 20;

  private MatrixReader() {}

  /**
   * Whether a file says that it is of this kind. What cannot be read, or is no YAML, is not: the
   * reader of ordinary plans says what is wrong with it.
   */
  public static boolean isMatrix(Path file) {
    return bytes(file)
        .flatMap(bytes -> YamlSource.read(file.toString(), bytes, new Problems()))
        .filter(
            tree ->
                tree instanceof Tree.Mapping mapping
                    && mapping.entries().get("kind") != null
                    && mapping.entries().get("kind").value() instanceof Tree.Scalar scalar
                    && scalar.text().equals(MatrixPlan.KIND))
        .isPresent();
  }

  /** Reads a file; what cannot be read is a problem of the plan like any other. */
  public static MatrixResult read(Path file, ReadOptions options) {
    Optional<byte[]> bytes = bytes(file);
    if (bytes.isPresent()) {
      return read(file.toString(), bytes.get(), options);
    }
    return new MatrixResult.Refused(
        List.of(new Problem(file.toString(), 0, 0, "", "the file cannot be read", "")));
  }

  /**
   * Never throws, whatever the bytes.
   *
   * @param fileName as the user gave it; problems are located by it
   */
  public static MatrixResult read(String fileName, byte[] bytes, ReadOptions options) {
    Problems problems = new Problems();
    Optional<MatrixPlan> plan =
        YamlSource.read(fileName, bytes, problems)
            .map(tree -> PlanOverrides.apply(tree, options.sets(), problems))
            .filter(tree -> problems.isEmpty())
            .flatMap(tree -> plan(tree, options, problems));
    return plan.isPresent() && problems.isEmpty()
        ? new MatrixResult.Accepted(plan.get())
        : new MatrixResult.Refused(problems.inOrder());
  }

  private static Optional<MatrixPlan> plan(Tree tree, ReadOptions options, Problems problems) {
    if (!(tree instanceof Tree.Mapping)) {
      new Field(tree, "", problems).problem("a plan is a mapping that begins with `kind:`");
      return Optional.empty();
    }
    MatrixPlan plan = MatrixParser.read(new Field(tree, "", problems));
    MatrixCheck.check(plan, tree, problems);
    if (problems.isEmpty()) {
      variables(plan, tree, options.environment(), problems);
      tokenizer(plan, tree, options, problems);
    }
    return Optional.of(plan);
  }

  private static void tokenizer(
      MatrixPlan plan, Tree tree, ReadOptions options, Problems problems) {
    String file = plan.load().tokenizer();
    if (!file.isEmpty()) {
      options
          .tokenizers()
          .apply(file)
          .ifPresent(
              wrong ->
                  problems.add(
                      Location.of(tree, "tokenizer"),
                      "tokenizer",
                      wrong + ", or check the plan with --no-env"));
    }
  }

  private static void variables(
      MatrixPlan plan, Tree tree, Predicate<String> set, Problems problems) {
    for (EngineSpec engine : plan.engines()) {
      String of = engine.name();
      engine
          .environment()
          .forEach(
              (name, value) -> {
                // a worker reads its own
                if (engine.worker().isEmpty()
                    && value.variable() != null
                    && !set.test(value.variable())) {
                  unset(new Use(of, "environment", name), value.variable(), tree, problems);
                }
              });
      engine
          .headers()
          .forEach(
              (name, value) -> {
                if (value.secret() != null && !set.test(value.secret().variable())) {
                  unset(new Use(of, "headers", name), value.secret().variable(), tree, problems);
                }
              });
    }
  }

  /** Where an engine refers to a variable: in its own section, or in the plan's. */
  private record Use(String engine, String section, String name) {}

  private static void unset(Use use, String variable, Tree tree, Problems problems) {
    boolean own = Location.exists(tree, "engines", use.engine(), use.section(), use.name());
    problems.add(
        own
            ? Location.of(tree, "engines", use.engine(), use.section(), use.name())
            : Location.of(tree, use.section(), use.name()),
        (own ? "engines." + use.engine() + "." : "") + use.section() + "." + use.name(),
        "the environment variable "
            + variable
            + " is not set; set it, or check the plan with --no-env");
  }

  private static Optional<byte[]> bytes(Path file) {
    try (InputStream input = Files.newInputStream(file)) {
      return Optional.of(input.readNBytes(MOST_BYTES));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
