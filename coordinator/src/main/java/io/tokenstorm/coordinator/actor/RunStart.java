package io.tokenstorm.coordinator.actor;

import io.tokenstorm.coordinator.queue.RunEntry;
import io.tokenstorm.coordinator.results.HostFacts;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.resume.LegacyReader;
import io.tokenstorm.coordinator.resume.RunRemains;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunObserver;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.plan.PlanJson;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a run's values out of its submission, and its final verdict out of its report. */
final class RunStart {
  private final Surroundings surroundings;
  private final SecureRandom random = new SecureRandom();

  RunStart(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  RunSpec spec(RunEntry entry, int firstEpoch) {
    var request = entry.request();
    return new RunSpec(
        entry.id(),
        request.plan(),
        PlanHash.of(request.plan()),
        PlanJson.write(request.plan()),
        request.salt() == null ? newSalt() : request.salt(),
        surroundings.minWorkers(),
        firstEpoch,
        surroundings.timings());
  }

  /**
   * The salt keeps one run's prompts from hitting another's cache; it is recorded, so that the run
   * can be repeated to the letter.
   */
  private String newSalt() {
    byte[] bytes = new byte[8];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  RunArchive.Order order(RunEntry entry, RunSpec spec, List<RunObserver> observers, long nowNanos) {
    RunInfo info =
        new RunInfo(
            spec.run(),
            spec.planHash(),
            spec.salt(),
            surroundings.clock().instant(),
            nowNanos,
            HostFacts.versions(surroundings.version(), akka.Version.current()),
            HostFacts.here(),
            entry.request().timeScale(),
            entry.request().command());
    return new RunArchive.Order(
        surroundings.results(),
        info,
        entry.request().resolvedYaml(),
        false,
        spec.plan().scrape() != null,
        observers);
  }

  /** The order for a run that is taken up again: all of it is there already. */
  RunArchive.Order order(RunRemains remains, List<RunObserver> observers) {
    return new RunArchive.Order(
        surroundings.results(),
        remains.info(),
        remains.resolvedPlan(),
        true,
        remains.plan().scrape() != null,
        observers);
  }

  /** What the run begins with. */
  Legacy legacy(CoordinatorCommand.@Nullable Resume resume, long nowNanos) {
    if (resume == null) {
      return Legacy.quietAt(surroundings.quietAtNanos());
    }
    RunRemains remains = resume.remains();
    return remains
        .reader()
        .legacy(
            new LegacyReader.Terms(
                surroundings.quietAtNanos(),
                nowNanos + resume.patience().toNanos(),
                resume.collectOnly()),
            remains.logBytes());
  }

  /** A run that is taken up again, as it was submitted. */
  RunEntry entry(RunRemains remains) {
    RunInfo info = remains.info();
    return new RunEntry(
        info.run(),
        new SubmitRequest(
            remains.plan(), remains.resolvedPlan(), info.salt(), info.timeScale(), info.command()),
        remains.directory(),
        info.startedAt());
  }

  /** The machine's verdict, worsened by what the report found. */
  EndReason verdict(ActiveRun run, ReportResult result) {
    EndReason end =
        run.end() == null
            ? new EndReason(Verdict.INVALID, EndCause.INTERNAL, "the run did not end")
            : run.end();
    Verdict verdict = result.verdict();
    if (verdict != null) {
      return new EndReason(verdict, end.cause(), told(end, result));
    }
    EndCause cause = end.cause() == EndCause.DONE ? result.cause() : end.cause();
    String text = end.verdict() == Verdict.VALID ? result.reason() : end.text();
    return new EndReason(Verdict.INVALID.worsenedTo(end.verdict()), cause, text);
  }

  /**
   * The report of a run that is left to be resumed knows no end, and so not why it came to none.
   */
  static String told(EndReason end, ReportResult result) {
    return switch (end.cause()) {
      case TARGET_UNREACHABLE, NO_WORKERS -> end.text();
      default -> result.reason();
    };
  }
}
