package io.tokenstorm.coordinator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.tokenstorm.coordinator.calibration.CalibrationFile;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.RunLines;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.EventLog;
import io.tokenstorm.coordinator.results.RecordLogWriter;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of one run, on threads that may block. Records are acknowledged once they are
 * forced to the disk; batches that arrive together share one force. After a failed write nothing
 * more is written.
 */
final class RunArchive extends AbstractBehavior<RunArchive.Command> {

  /** What the archive is told. */
  sealed interface Command {}

  /** Append a fact. */
  record Note(StampedEvent event) implements Command {}

  /** Append records. */
  record Store(RunOutput.Store records) implements Command {}

  /** Force what was appended, and say so. */
  private record Force() implements Command {}

  /** Tell this one too of what is merged. */
  record Observe(RunObserver observer) implements Command {}

  /** The run is over: close the files, make the report, stop. */
  record Finish() implements Command {}

  /** All lines are written, or cannot be; the run is reported. */
  private record LinesDone(ReportResult report, @Nullable Throwable failure) implements Command {}

  /**
   * What an archive is made for.
   *
   * @param goesOn whether the run's directory is there already
   * @param scrapes whether replicas are asked for their own metrics
   */
  record Order(
      Path results,
      RunInfo info,
      String resolvedYaml,
      boolean goesOn,
      boolean scrapes,
      List<RunObserver> observers) {}

  private final Order order;
  private final ActorRef<CoordinatorCommand> coordinator;
  private final List<RunObserver> observers;
  private final RunLines lines;
  private final Map<SpoolId, Long> unforced = new LinkedHashMap<>();
  private @Nullable RecordLogWriter records;
  private @Nullable EventLog events;
  private @Nullable EventLog seconds;
  private @Nullable EventLog replicas;
  private String failure = "";

  private RunArchive(
      ActorContext<Command> context, Order order, ActorRef<CoordinatorCommand> coordinator) {
    super(context);
    context.setLoggerName(RunArchive.class);
    this.order = order;
    this.coordinator = coordinator;
    this.observers = new ArrayList<>(order.observers());
    this.lines =
        new RunLines(
            directory(),
            context
                .getSystem()
                .dispatchers()
                .lookup(DispatcherSelector.fromConfig(RunDriver.BLOCKING)));
    write(this::open);
  }

  static Behavior<Command> of(Order order, ActorRef<CoordinatorCommand> coordinator) {
    return Behaviors.setup(context -> new RunArchive(context, order, coordinator));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Note.class, this::note)
        .onMessage(Store.class, this::store)
        .onMessage(Force.class, force -> force())
        .onMessage(Observe.class, this::observe)
        .onMessage(Finish.class, finish -> finish())
        .onMessage(LinesDone.class, this::linesDone)
        .build();
  }

  private void open() {
    RunDirectory directory =
        order.goesOn()
            ? RunDirectory.open(order.results().resolve(order.info().run()))
            : RunDirectory.create(order.results(), order.info(), order.resolvedYaml());
    if (!order.goesOn()) {
      keepCalibration(directory);
    }
    events = directory.openEventLog();
    seconds = directory.openHealthLog();
    replicas = order.scrapes() ? directory.openReplicaLog() : null;
    records = directory.openRecordLog();
  }

  /** A calibration that cannot be read costs its mention, not the run. */
  private void keepCalibration(RunDirectory directory) {
    Path file = CalibrationFile.ofUser(System::getenv);
    try {
      directory.keepCalibration(file, order.info().host().name());
    } catch (ResultsException e) {
      getContext().getLog().warn("{} is left out of the report: {}", file, e.getMessage());
    }
  }

  private Behavior<Command> note(Note note) {
    EventLog log = logOf(note.event().event());
    if (log != null) {
      write(() -> log.append(note.event()));
    }
    if (log != null && note.event().event() instanceof RunEvent.PhaseSettled) {
      write(log::force);
      lines.catchUp();
    }
    return this;
  }

  private @Nullable EventLog logOf(RunEvent event) {
    if (event instanceof RunEvent.ReplicaReading) {
      return replicas;
    }
    return event instanceof RunEvent.ClientSecond ? seconds : events;
  }

  private Behavior<Command> store(Store store) {
    RecordLogWriter log = records;
    RunOutput.Store batch = store.records();
    if (log != null && failure.isEmpty()) {
      if (unforced.isEmpty()) {
        getContext().getSelf().tell(new Force());
      }
      String worker = batch.spool().worker();
      write(() -> log.append(worker, batch.epoch(), batch.firstSeq(), batch.records()));
      unforced.put(batch.spool(), batch.firstSeq() + batch.records().size());
      observers.forEach(o -> o.recordsMerged(order.info().run(), worker, batch.records()));
    }
    return this;
  }

  private Behavior<Command> force() {
    RecordLogWriter log = records;
    if (log != null) {
      write(log::force);
      if (failure.isEmpty()) {
        long position = log.position();
        unforced.forEach((spool, end) -> tell(new RunInput.BatchStored(spool, end, position)));
      }
    }
    unforced.clear();
    return this;
  }

  private Behavior<Command> observe(Observe observe) {
    observers.add(observe.observer());
    return this;
  }

  private Behavior<Command> finish() {
    force();
    write(this::close);
    CompletionStage<Void> written =
        failure.isEmpty() ? lines.finish() : CompletableFuture.completedStage(null);
    ReportResult report = report();
    getContext().pipeToSelf(written, (done, error) -> new LinesDone(report, error));
    return this;
  }

  private Behavior<Command> linesDone(LinesDone done) {
    Throwable failed = done.failure();
    ReportResult result =
        failed == null || done.report().verdict() == null
            ? done.report()
            : new ReportResult(null, rootMessage(failed), EndCause.STORAGE);
    coordinator.tell(new CoordinatorCommand.RunReported(order.info().run(), result));
    return Behaviors.stopped();
  }

  private static String rootMessage(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return String.valueOf(cause == null ? error : cause.getMessage());
  }

  private Path directory() {
    return order.results().resolve(order.info().run());
  }

  private void close() {
    for (EventLog log : Arrays.asList(events, seconds, replicas)) {
      if (log != null) {
        log.force();
        log.close();
      }
    }
    RecordLogWriter recordLog = records;
    if (recordLog != null) {
      recordLog.close();
    }
  }

  private ReportResult report() {
    if (!failure.isEmpty()) {
      return new ReportResult(null, failure, EndCause.STORAGE);
    }
    try {
      Report report = ReportBuilder.buildReport(directory());
      return new ReportResult(report.verdict(), report.verdictReason(), EndCause.DONE);
    } catch (ResultsException e) {
      return new ReportResult(null, String.valueOf(e.getMessage()), EndCause.STORAGE);
    } catch (RuntimeException e) {
      getContext().getLog().error("the report of {} could not be made", order.info().run(), e);
      return new ReportResult(
          null, "the report could not be made: " + e.getMessage(), EndCause.INTERNAL);
    }
  }

  /** Writes, unless an earlier write failed. A first failure is told. */
  private void write(Runnable action) {
    if (!failure.isEmpty()) {
      return;
    }
    try {
      action.run();
    } catch (ResultsException | IllegalArgumentException e) {
      failure = e.getMessage() == null ? e.toString() : e.getMessage();
      getContext().getLog().error("{}", failure);
      tell(new RunInput.StorageFailed(failure));
    }
  }

  private void tell(RunInput input) {
    coordinator.tell(new CoordinatorCommand.RunFact(order.info().run(), input));
  }
}
