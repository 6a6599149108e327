package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.read.MatrixReader;
import io.tokenstorm.coordinator.matrix.read.MatrixResult;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.report.ReportJson;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.SweepInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of a sweep: {@code sweep.json}, {@code plan.yaml}, a folder for each row below
 * {@code rows/} with the server's log and, once it is done, {@code row.json}; the rows' runs below
 * {@code runs/}; {@code report.json} and {@code report.html}. Small files are written whole or not
 * at all, so a kill at any moment leaves readable what was done.
 */
public final class SweepDirectory {
  private static final String INFO = "sweep.json";
  private static final String PLAN = "plan.yaml";
  private static final int MOST_OF_A_NAME = 1_000;

  private final Path path;

  private SweepDirectory(Path path) {
    this.path = path;
  }

  /**
   * Makes the directory of a new sweep.
   *
   * @param root where it lies, beside the runs
   * @param planText the plan's file
   * @throws ResultsException if it cannot be written
   */
  public static SweepDirectory create(Path root, SweepInfo info, String name, byte[] planText) {
    for (int i = 1; i < MOST_OF_A_NAME; i++) {
      Path path = root.resolve(info.run() + "-" + name + (i == 1 ? "" : "-" + i));
      try {
        Files.createDirectories(root);
        Files.createDirectory(path);
        Files.createDirectory(path.resolve("rows"));
        Files.createDirectory(path.resolve("runs"));
        Files.write(path.resolve(PLAN), planText);
      } catch (FileAlreadyExistsException e) {
        continue;
      } catch (IOException e) {
        throw ResultsException.onWrite(path, e);
      }
      SweepDirectory directory = new SweepDirectory(path);
      directory.write(path.resolve(INFO), ReportJson.writeAny(info));
      return directory;
    }
    throw new ResultsException(
        ResultsException.Kind.UNWRITABLE, root + " is full of sweeps of this second", null);
  }

  /** Whether a directory is a sweep's. */
  public static boolean isOne(Path path) {
    return Files.isRegularFile(path.resolve(INFO));
  }

  /**
   * The directory of a sweep that exists.
   *
   * @throws ResultsException if it is none
   */
  public static SweepDirectory open(Path path) {
    if (!isOne(path)) {
      throw new ResultsException(
          ResultsException.Kind.UNREADABLE, path + " is no sweep's directory: no " + INFO, null);
    }
    return new SweepDirectory(path);
  }

  public Path path() {
    return path;
  }

  /** Where the rows' runs go. */
  public Path runs() {
    return path.resolve("runs");
  }

  public Path report() {
    return path.resolve("report.json");
  }

  public Path reportPage() {
    return path.resolve("report.html");
  }

  /**
   * What the sweep was.
   *
   * @throws ResultsException if it cannot be read
   */
  public SweepInfo info() {
    return read(path.resolve(INFO), SweepInfo.class);
  }

  /**
   * The plan, with the changes that were asked for.
   *
   * @throws ResultsException if it is no plan of this version
   */
  public MatrixPlan plan() {
    Path file = path.resolve(PLAN);
    MatrixResult result = MatrixReader.read(file, ReadOptions.NONE.withSets(info().sets()));
    if (result instanceof MatrixResult.Accepted accepted) {
      return accepted.plan();
    }
    String why = new PlanResult.Refused(((MatrixResult.Refused) result).problems()).render();
    throw new ResultsException(
        ResultsException.Kind.DAMAGED,
        "this version does not read the sweep's plan:\n" + why,
        null);
  }

  /**
   * The folder of a row; made if it is not there.
   *
   * @param number from 1
   */
  public Path row(int number, String slug) {
    Path folder = path.resolve("rows").resolve("%03d-%s".formatted(number, slug));
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw ResultsException.onWrite(folder, e);
    }
  }

  /** Keeps what came of a row; from then on it is done. */
  public void keep(Path row, Scenario scenario) {
    write(row.resolve("row.json"), ReportJson.writeAny(scenario));
  }

  /** The rows that are done, in the order they ran. */
  public List<Scenario> scenarios() {
    try (Stream<Path> rows = Files.list(path.resolve("rows"))) {
      return rows.map(row -> row.resolve("row.json"))
          .filter(Files::isRegularFile)
          .map(file -> read(file, Scenario.class))
          .sorted(Comparator.comparingInt(Scenario::row))
          .toList();
    } catch (IOException e) {
      throw ResultsException.onRead(path, e);
    }
  }

  /** Replaces a file at once. */
  void write(Path file, String text) {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try {
      Files.writeString(draft, text, StandardCharsets.UTF_8);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw ResultsException.onWrite(file, e);
    }
  }

  private static <T> T read(Path file, Class<T> type) {
    try {
      return ReportJson.readAny(Files.readString(file, StandardCharsets.UTF_8), type);
    } catch (IOException e) {
      throw ResultsException.onRead(file, e);
    } catch (IllegalArgumentException e) {
      throw ResultsException.damaged(file, String.valueOf(e.getMessage()));
    }
  }
}
