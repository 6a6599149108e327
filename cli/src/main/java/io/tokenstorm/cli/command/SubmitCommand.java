package io.tokenstorm.cli.command;

import io.tokenstorm.cli.client.ApiClient;
import io.tokenstorm.cli.client.PlanSubmission;
import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.CoordinatorOption;
import io.tokenstorm.cli.option.PlanOptions;
import io.tokenstorm.cli.session.Watching;
import io.tokenstorm.coordinator.api.view.RunView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Hands a plan to a coordinator. */
@Command(
    name = "submit",
    description = {
      "Hands a plan to a coordinator, which runs it on its workers.",
      "One run at a time: a plan waits for those before it."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm submit conf/plans/quickstart.yaml",
      "  tokenstorm submit my-plan.yaml --to 127.0.0.1:7380 --watch",
      "",
      "Exit codes: 0 taken, 2 the plan is refused, 3 no coordinator answers;",
      "with --watch the run's own, as of 'tokenstorm watch'."
    })
final class SubmitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PlanOptions plan;
  @Mixin private CoordinatorOption coordinator;

  @Option(
      names = "--salt",
      paramLabel = "S",
      description = "Part of every prompt; the same salt gives the same prompts. Default: random.")
  private @Nullable String salt;

  @Option(names = "--watch", description = "Watch the run to its end.")
  private boolean watch;

  @Override
  public Integer call() throws InterruptedException {
    ApiClient client = new ApiClient(coordinator.access());
    RunView.Submitted taken = client.submit(submission(), yaml());
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        taken.run()
            + (taken.position() == 0
                ? " begins."
                : " waits for " + taken.position() + " before it."));
    out.flush();
    return watch ? Watching.toEnd(client, taken.run(), out).number() : ExitCode.VALID.number();
  }

  private PlanSubmission submission() {
    return new PlanSubmission(
        plan.file().toString(),
        salt,
        plan.timeScale(),
        plan.phases(),
        plan.sets(),
        spec.root().commandLine().getParseResult().originalArgs());
  }

  private byte[] yaml() {
    try {
      return Files.readAllBytes(plan.file());
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.USAGE, plan.file() + " cannot be read: " + e + ".");
    }
  }
}
