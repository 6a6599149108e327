package io.tokenstorm.cli;

import io.tokenstorm.cli.command.TokenstormCommand;
import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line as a whole: its commands, and how each failure becomes one paragraph on stderr
 * and an exit code. Stack traces go to the log only.
 */
final class TokenstormCommandLine {
  private TokenstormCommandLine() {}

  static CommandLine create() {
    CommandLine line = new CommandLine(new TokenstormCommand());
    line.setUsageHelpAutoWidth(true);
    line.setAbbreviatedOptionsAllowed(false);
    line.setExitCodeExceptionMapper(TokenstormCommandLine::exitCode);
    line.setParameterExceptionHandler(TokenstormCommandLine::onBadArguments);
    line.setExecutionExceptionHandler(TokenstormCommandLine::onFailure);
    return line;
  }

  private static int onBadArguments(ParameterException failure, String[] args) {
    CommandLine line = failure.getCommandLine();
    PrintWriter err = line.getErr();
    String name = line.getCommandSpec().qualifiedName();
    err.println(name + ": " + failure.getMessage() + suggestion(failure));
    err.println("'" + name + " --help' shows what there is.");
    return ExitCode.USAGE.number();
  }

  private static String suggestion(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> near = unmatched.getSuggestions();
      if (!near.isEmpty()) {
        return ". Did you mean " + String.join(" or ", near) + "?";
      }
    }
    return "";
  }

  private static int onFailure(Exception failure, CommandLine line, ParseResult parsed) {
    String name = line.getCommandSpec().qualifiedName();
    if (failure instanceof CommandFailure known) {
      line.getErr().println(name + ": " + known.getMessage());
      if (known.getCause() != null) {
        LoggerFactory.getLogger(TokenstormCommandLine.class).error("{} failed", name, known);
      }
      return known.exitCode().number();
    }
    LoggerFactory.getLogger(TokenstormCommandLine.class).error("{} failed", name, failure);
    line.getErr().println(name + ": " + internal(failure));
    return ExitCode.INTERNAL.number();
  }

  private static String internal(Exception failure) {
    return "an error inside Tokenstorm, please report it: "
        + failure
        + ". The log file has the details.";
  }

  private static int exitCode(Throwable failure) {
    return failure instanceof CommandFailure known
        ? known.exitCode().number()
        : ExitCode.INTERNAL.number();
  }
}
