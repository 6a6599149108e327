package io.tokenstorm.cli;

/** Where every process of Tokenstorm starts. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the process with its {@code ExitCode}. */
  public static void main(String[] args) {
    System.exit(TokenstormCommandLine.create().execute(args));
  }
}
