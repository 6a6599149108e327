package io.tokenstorm.coordinator.actor;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.pattern.StatusReply;
import io.tokenstorm.coordinator.hosting.RemoteServer;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.resume.RunRemains;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.service.RunObserver;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.coordinator.service.Submission;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import java.time.Duration;
import java.util.Optional;

/** What the coordinator's actor is told. Never leaves the process. */
sealed interface CoordinatorCommand {
  /**
   * A message of a worker.
   *
   * @param atNanos the ticker when it came out of the network
   */
  record FromWorker(CoordinatorProtocol message, long atNanos) implements CoordinatorCommand {}

  /** The failure detector sees a node, or sees it no more. */
  record Reachability(Address address, boolean reachable) implements CoordinatorCommand {}

  /** A node is no member of the cluster any more, and never will be again. */
  record NodeRemoved(Address address) implements CoordinatorCommand {}

  /** A replica was asked for its own metrics. */
  record ReplicaRead(String run, RunEvent.ReplicaReading reading) implements CoordinatorCommand {}

  /** No reading of a run will come any more. */
  record ReadingsEnded(String run) implements CoordinatorCommand {}

  /** Time has passed. */
  record Tick() implements CoordinatorCommand {}

  /** A run is to be taken. */
  record Submit(SubmitRequest request, ActorRef<StatusReply<Submission>> replyTo)
      implements CoordinatorCommand {}

  /**
   * Whether the results' directory can be written was tried for a submission.
   *
   * @param problem why not; empty if it can
   */
  record DirectoryTried(Submit submit, String problem) implements CoordinatorCommand {}

  /**
   * A run of an earlier coordinator is to be taken up again.
   *
   * @param patience how long records of before are waited for
   * @param collectOnly whether nothing is to be sent any more
   */
  record Resume(
      RunRemains remains,
      Duration patience,
      boolean collectOnly,
      ActorRef<StatusReply<Submission>> replyTo)
      implements CoordinatorCommand {}

  /** A run is to be ended. */
  record CancelRun(String run, boolean force, ActorRef<Optional<RunSummary>> replyTo)
      implements CoordinatorCommand {}

  /** Someone wants to see what is merged. */
  record Observe(RunObserver observer) implements CoordinatorCommand {}

  /** A server is wanted on a worker's host. */
  record HostServer(RemoteServer server) implements CoordinatorCommand {}

  /** A server on a worker's host is not wanted any more. */
  record StopServer(String server) implements CoordinatorCommand {}

  /** Something happened to the current run. */
  record RunFact(String run, RunInput input) implements CoordinatorCommand {}

  /** A run's files are complete, its report is written. */
  record RunReported(String run, ReportResult result) implements CoordinatorCommand {}
}
