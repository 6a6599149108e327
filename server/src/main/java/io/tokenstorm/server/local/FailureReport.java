package io.tokenstorm.server.local;

import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.cause.LogCauses;
import io.tokenstorm.server.cause.Redaction;
import io.tokenstorm.server.life.LifeFault;
import io.tokenstorm.server.life.LifeOutput;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Words the failures of a server, with what its log says. */
final class FailureReport {
  private static final int TAIL_LINES = 20;

  private final ServerCommand command;
  private final Redaction redaction;

  FailureReport(ServerCommand command, ServerSecrets secrets) {
    this.command = command;
    this.redaction = new Redaction(secrets.hidden());
  }

  ServerFailure ofStart(LifeOutput.StartFailed failed) {
    String rest =
        failed
            .leftover()
            .map(fault -> ". After that " + command.name() + " " + fault.why())
            .orElse("");
    return of("server failed to start: ", failed.fault(), rest);
  }

  ServerFailure ofDeath(LifeFault fault) {
    return of("server died: ", fault, "");
  }

  ServerFailure ofStop(LifeFault fault) {
    return of("server failed to stop: ", fault, "");
  }

  private ServerFailure of(String beginning, LifeFault fault, String rest) {
    boolean ran = fault.stage().compareTo(Stage.HEALTH) >= 0;
    List<String> lines = ran ? LogTail.lines(command.log()) : List.of();
    Optional<KnownCause> cause = cause(fault, lines).map(this::redacted);
    StringBuilder text = new StringBuilder(beginning);
    text.append(command.name()).append(' ').append(redaction.of(fault.why()));
    cause.ifPresent(
        known ->
            text.append(": ")
                .append(known.kind().says())
                .append(quote(known))
                .append("; ")
                .append(known.kind().advice()));
    text.append(rest);
    if (ran) {
      text.append(". Its log: ").append(command.log());
    }
    return new ServerFailure(
        text.toString(),
        fault.stage(),
        fault.exit(),
        redaction.of(lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size())),
        cause);
  }

  /** Its limit was read before: a variable of the plan may have the same number. */
  private KnownCause redacted(KnownCause known) {
    return new KnownCause(known.kind(), redaction.of(known.line()), known.limitTokens());
  }

  private static String quote(KnownCause known) {
    return known.line().isEmpty() ? "" : " (" + known.line() + ")";
  }

  private Optional<KnownCause> cause(LifeFault fault, List<String> lines) {
    if (fault.stage() == Stage.PORT_CHECK) {
      return Optional.of(
          new KnownCause(
              KnownCause.Kind.PORT_IN_USE,
              command.base().getHost() + ":" + command.base().getPort(),
              OptionalLong.empty()));
    }
    return fault.stage().isStart() || fault.stage() == Stage.SERVING
        ? LogCauses.find(lines)
        : Optional.empty();
  }
}
