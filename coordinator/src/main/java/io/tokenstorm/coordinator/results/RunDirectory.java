package io.tokenstorm.coordinator.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tokenstorm.coordinator.calibration.Calibration;
import io.tokenstorm.coordinator.calibration.CalibrationFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * {@code results/RUN/}: the files of one run. Small files are written whole or not at all; logs
 * only grow by whole entries. So whatever moment a kill hits, what was settled stays readable.
 */
public final class RunDirectory {
  private final Path path;

  private RunDirectory(Path path) {
    this.path = path;
  }

  /**
   * Makes the directory of a new run below {@code root}, with {@code run.json}, {@code
   * plan.resolved.yaml} and {@code logs/}.
   *
   * @throws ResultsException if it exists or cannot be written
   */
  public static RunDirectory create(Path root, RunInfo info, String resolvedPlan) {
    Path path = root.resolve(info.run());
    try {
      Files.createDirectories(root);
      Files.createDirectory(path);
      Files.createDirectory(path.resolve("logs"));
    } catch (FileAlreadyExistsException e) {
      throw new ResultsException(
          ResultsException.Kind.UNWRITABLE,
          e.getFile() + " exists already: choose another place with --out",
          e);
    } catch (IOException e) {
      throw ResultsException.onWrite(path, e);
    }
    RunDirectory directory = new RunDirectory(path);
    directory.writeWhole(directory.path.resolve("plan.resolved.yaml"), resolvedPlan);
    directory.writeWhole(directory.path.resolve("run.json"), json(info));
    return directory;
  }

  /**
   * The directory of a run that exists.
   *
   * @throws ResultsException if it is no run's directory
   */
  public static RunDirectory open(Path path) {
    if (!Files.isRegularFile(path.resolve("run.json"))) {
      throw new ResultsException(
          ResultsException.Kind.UNREADABLE,
          path + " is no run's directory: it has no run.json",
          null);
    }
    return new RunDirectory(path);
  }

  public Path path() {
    return path;
  }

  public Path logs() {
    return path.resolve("logs");
  }

  public Path recordLog() {
    return path.resolve("records.log");
  }

  public Path recordLines() {
    return path.resolve("records.jsonl.gz");
  }

  public Path report() {
    return path.resolve("report.json");
  }

  public Path reportPage() {
    return path.resolve("report.html");
  }

  /** Opens {@code records.log} for appending. */
  public RecordLogWriter openRecordLog() {
    return RecordLogWriter.open(recordLog());
  }

  /** Opens {@code events.jsonl} for appending. */
  public EventLog openEventLog() {
    return EventLog.open(path.resolve("events.jsonl"));
  }

  /** Opens {@code health.jsonl} for appending: the seconds of the workers, no report needs them. */
  public EventLog openHealthLog() {
    return EventLog.open(path.resolve("health.jsonl"));
  }

  /** Opens {@code replicas.jsonl} for appending: what the replicas told of themselves. */
  public EventLog openReplicaLog() {
    return EventLog.open(path.resolve("replicas.jsonl"));
  }

  /** What the replicas told of themselves so far; nothing if they were never asked. */
  public List<RunEvent.ReplicaReading> replicaReadings() {
    return EventLog.read(path.resolve("replicas.jsonl")).stream()
        .map(StampedEvent::event)
        .filter(RunEvent.ReplicaReading.class::isInstance)
        .map(RunEvent.ReplicaReading.class::cast)
        .toList();
  }

  /** The seconds of the workers so far. */
  public List<StampedEvent> healthSeconds() {
    return EventLog.read(path.resolve("health.jsonl"));
  }

  /**
   * Keeps what is known of this host's client, as it stands when the run begins.
   *
   * @param file of the user; nothing is kept if there is none, or if it is of another host
   * @throws ResultsException if it cannot be written
   */
  public void keepCalibration(Path file, String host) {
    try {
      Optional<Calibration> known = CalibrationFile.read(file);
      if (known.isPresent() && known.get().host().equals(host)) {
        CalibrationFile.write(path.resolve(CalibrationFile.NAME), known.get());
      }
    } catch (IOException e) {
      throw ResultsException.onWrite(file, e);
    }
  }

  /** What was known of this host's client when the run began. */
  public Optional<Calibration> calibration() {
    Path file = path.resolve(CalibrationFile.NAME);
    try {
      return CalibrationFile.read(file);
    } catch (IOException e) {
      throw ResultsException.onRead(file, e);
    }
  }

  /** The facts noted so far. */
  public List<StampedEvent> events() {
    return EventLog.read(path.resolve("events.jsonl"));
  }

  /** {@code plan.resolved.yaml} as it was written. */
  public String resolvedPlan() {
    return readWhole(path.resolve("plan.resolved.yaml"));
  }

  /** {@code report.json} as it was written. */
  public String writtenReport() {
    return readWhole(report());
  }

  /** {@code run.json}. */
  public RunInfo info() {
    Path file = path.resolve("run.json");
    try {
      return ResultsJson.MAPPER.readValue(readWhole(file), RunInfo.class);
    } catch (JsonProcessingException e) {
      throw ResultsException.damaged(file, e.getOriginalMessage());
    }
  }

  /** Replaces a file of this directory at once: a reader sees the old text or the new. */
  public void writeWhole(Path file, String text) {
    writeWhole(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Replaces a file of this directory at once by what {@code content} writes.
   *
   * @throws ResultsException if it cannot be written
   */
  public void writeWhole(Path file, Content content) {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
        content.writeTo(out);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw ResultsException.onWrite(file, e);
    }
  }

  /** The bytes of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of them; the caller closes. */
    void writeTo(OutputStream out) throws IOException;
  }

  private static String readWhole(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw ResultsException.onRead(file, e);
    }
  }

  private static String json(RunInfo info) {
    try {
      return ResultsJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(info) + '\n';
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("run.json always has a JSON form", e);
    }
  }
}
