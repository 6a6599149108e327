package io.tokenstorm.server.wire;

import io.tokenstorm.protocol.server.ServerFault;
import io.tokenstorm.protocol.server.ServerSpec;
import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StopTerms;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Commands and failures to and from what crosses the network; there and back they are equal. */
public final class ServerMessages {
  private ServerMessages() {}

  /** A command, without the place of its log, which is the affair of who runs it. */
  public static ServerSpec spec(ServerCommand command) {
    ReadyTerms ready = command.ready();
    StopTerms stop = command.stop();
    String model = command.model();
    return new ServerSpec(
        command.name(),
        command.argv(),
        command.environment(),
        command.workingDirectory().toString(),
        command.base().toString(),
        command.headers(),
        model == null ? "" : model,
        new ServerSpec.Ready(
            ready.healthPath(),
            ready.deadline().toNanos(),
            ready.poll().toNanos(),
            ready.warmRequest()),
        new ServerSpec.Stop(
            stop.grace().toNanos(), stop.checkArgv(), stop.checkDeadline().toNanos()));
  }

  /**
   * The command of a spec.
   *
   * @param log takes what it prints
   * @throws IllegalArgumentException if it is none that can be started; says why
   */
  public static ServerCommand command(ServerSpec spec, Path log) {
    return new ServerCommand(
        spec.name(),
        spec.argv(),
        spec.environment(),
        Path.of(spec.directory()).toAbsolutePath().normalize(),
        log,
        URI.create(spec.base()),
        spec.headers(),
        spec.model().isEmpty() ? null : spec.model(),
        new ReadyTerms(
            spec.ready().healthPath(),
            Duration.ofNanos(spec.ready().withinNanos()),
            Duration.ofNanos(spec.ready().pollNanos()),
            spec.ready().warmRequest()),
        new StopTerms(
            Duration.ofNanos(spec.stop().graceNanos()),
            spec.stop().check(),
            Duration.ofNanos(spec.stop().checkNanos())));
  }

  /** A failure. */
  public static ServerFault fault(ServerFailure failure) {
    Optional<KnownCause> cause = failure.cause();
    return new ServerFault(
        String.valueOf(failure.getMessage()),
        failure.stage().name(),
        failure.exit().orElse(-1),
        failure.logTail(),
        cause.map(known -> known.kind().name()).orElse(""),
        cause.map(KnownCause::line).orElse(""),
        cause.map(known -> known.limitTokens().orElse(-1)).orElse(-1L));
  }

  /**
   * The failure of a fault.
   *
   * @throws IllegalArgumentException if its stage or its cause is none of ours
   */
  public static ServerFailure failure(ServerFault fault) {
    return new ServerFailure(
        fault.message(),
        Stage.valueOf(fault.stage()),
        fault.exit() < 0 ? OptionalInt.empty() : OptionalInt.of(fault.exit()),
        List.copyOf(fault.logTail()),
        fault.cause().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new KnownCause(
                    KnownCause.Kind.valueOf(fault.cause()),
                    fault.causeLine(),
                    fault.limitTokens() < 0
                        ? OptionalLong.empty()
                        : OptionalLong.of(fault.limitTokens()))));
  }
}
