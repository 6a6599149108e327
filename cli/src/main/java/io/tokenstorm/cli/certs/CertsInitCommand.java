package io.tokenstorm.cli.certs;

import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.Count;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a cluster's authority and the certificates of its first nodes. */
@Command(
    name = "init",
    description = {
      "Makes an authority of a cluster's own, and a certificate for each node.",
      "DIR/ca.key lets its owner join as anybody: it belongs on no node."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  tokenstorm certs init certs --node coordinator=10.0.0.1 --node a=10.0.0.2",
      "",
      "Exit codes: 0 made, 2 the folder holds an authority already or cannot be written."
    })
final class CertsInitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private Issuing issuing;

  @Option(
      names = "--ca-days",
      paramLabel = "N",
      converter = Count.class,
      defaultValue = "365",
      description =
          "How long the authority is valid; no node's certificate outlives it. Default:"
              + " ${DEFAULT-VALUE}.")
  private int authorityDays;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CertificateAuthority authority =
        issuing.folder().make(issuing.now(), Duration.ofDays(authorityDays));
    out.println(
        issuing.path()
            + ": an authority, valid for "
            + authorityDays
            + " days. Keep its ca.key here.");
    issuing.issue(authority, out);
    if (!issuing.hasNodes()) {
      out.println("Next: tokenstorm certs add " + issuing.path() + " --node NAME=HOST");
    }
    out.flush();
    return ExitCode.VALID.number();
  }
}
