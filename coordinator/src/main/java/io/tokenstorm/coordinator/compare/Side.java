package io.tokenstorm.coordinator.compare;

import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.report.StoredRun;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One side of a comparison: runs of one plan. */
final class Side {
  private final List<StoredRun> runs;

  private Side(List<StoredRun> runs) {
    this.runs = runs;
  }

  /**
   * Opens the runs of a side.
   *
   * @param paths each a run's directory or a directory of such
   * @param name {@code A} or {@code B}
   * @throws CompareException if there is none, or they are runs of several plans
   */
  static Side open(List<Path> paths, String name) {
    List<StoredRun> runs = new ArrayList<>();
    for (Path path : paths) {
      runDirectories(path, name).forEach(directory -> runs.add(opened(directory, name)));
    }
    for (StoredRun run : runs) {
      StoredRun first = runs.get(0);
      if (!run.report().planHash().equals(first.report().planHash())) {
        throw new CompareException(
            name
                + " holds runs of different plans: "
                + first.directory()
                + " and "
                + run.directory()
                + ". Only runs of one plan (the same plan_hash) are pooled; give each side runs of"
                + " one plan");
      }
    }
    return new Side(runs);
  }

  private static StoredRun opened(Path directory, String name) {
    try {
      return StoredRun.open(directory);
    } catch (ResultsException e) {
      throw new CompareException(name + ": " + e.getMessage());
    }
  }

  private static List<Path> runDirectories(Path path, String name) {
    if (Files.isRegularFile(path.resolve("run.json"))) {
      return List.of(path);
    }
    try (Stream<Path> below = Files.isDirectory(path) ? Files.list(path) : Stream.empty()) {
      List<Path> runs =
          below.filter(p -> Files.isRegularFile(p.resolve("run.json"))).sorted().toList();
      if (runs.isEmpty()) {
        throw new CompareException(
            name
                + ": "
                + path
                + " is no run's directory and holds none: give a directory such as results/RUN");
      }
      return runs;
    } catch (IOException e) {
      throw new CompareException(name + ": cannot read " + path + ": " + e.getMessage());
    }
  }

  List<StoredRun> runs() {
    return runs;
  }

  Report first() {
    return runs.get(0).report();
  }

  /** Phases that some run has a result of, in their order. */
  List<String> phases() {
    return runs.stream()
        .flatMap(r -> r.report().phases().stream())
        .map(p -> p.measured().phase())
        .distinct()
        .toList();
  }

  /** The result of a phase in each run that has one. */
  List<PhaseReport> phase(String name) {
    return runs.stream().map(r -> phase(r, name)).filter(Objects::nonNull).toList();
  }

  static @Nullable PhaseReport phase(StoredRun run, String name) {
    return run.report().phases().stream()
        .filter(p -> p.measured().phase().equals(name))
        .findFirst()
        .orElse(null);
  }

  List<StoredRun> withVerdict(Verdict verdict) {
    return runs.stream().filter(r -> r.report().verdict() == verdict).toList();
  }

  Comparison.SideInfo info() {
    return new Comparison.SideInfo(
        first().plan(),
        first().planHash(),
        first().model(),
        runs.stream()
            .map(
                r ->
                    new Comparison.RunInfo(
                        r.report().run(), r.directory().toString(), r.report().verdict().name()))
            .toList());
  }
}
