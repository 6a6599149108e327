package io.tokenstorm.cli;

import io.tokenstorm.cli.command.TokenstormCommand;
import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.option.VersionText;
import java.io.PrintWriter;
import java.util.List;
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
    return configured(new CommandLine(new TokenstormCommand()));
  }

  static CommandLine configured(CommandLine line) {
    addStandardOptions(line);
    line.setUsageHelpAutoWidth(true);
    line.setAbbreviatedOptionsAllowed(false);
    line.setExitCodeExceptionMapper(TokenstormCommandLine::exitCode);
    line.setParameterExceptionHandler(TokenstormCommandLine::onBadArguments);
    line.setExecutionExceptionHandler(TokenstormCommandLine::onFailure);
    return line;
  }

  private static void addStandardOptions(CommandLine line) {
    line.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(new VersionText());
    line.getSubcommands().values().forEach(TokenstormCommandLine::addStandardOptions);
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
      ProcessLog.note(name, known);
      line.getErr().println(name + ": " + known.getMessage());
      return known.exitCode().number();
    }
    String log = ProcessLog.noteFault(name, failure);
    line.getErr().println(name + ": an error inside Tokenstorm: " + failure + ".");
    line.getErr().println("Please report it together with " + log + ", which has the details.");
    return ExitCode.INTERNAL.number();
  }

  private static int exitCode(Throwable failure) {
    return failure instanceof CommandFailure known
        ? known.exitCode().number()
        : ExitCode.INTERNAL.number();
  }
}
