package io.tokenstorm.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * A command run in this process.
 *
 * @param exitCode what the process would end with
 * @param out what it printed
 * @param err what it said of failures
 */
record CommandRun(int exitCode, String out, String err) {
  static CommandRun of(String... args) {
    CommandLine line = TokenstormCommandLine.create();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int exitCode = line.execute(args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
