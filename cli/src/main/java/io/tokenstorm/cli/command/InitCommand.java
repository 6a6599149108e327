package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.target.ModelProbe;
import io.tokenstorm.coordinator.plan.PlanTemplate;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a plan to start from, for an endpoint that it asks for its models. */
@Command(
    name = "init",
    description = {
      "Writes a commented plan for an endpoint.",
      "Asks the endpoint for its models (GET /v1/models) and names the first one in the plan."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm init http://127.0.0.1:8000",
      "  tokenstorm init https://llm.example.com --bearer-env API_KEY --out my-plan.yaml",
      "  tokenstorm init http://127.0.0.1:8000 --out -",
      "",
      "Exit codes: 0 written, 2 the file exists or cannot be written, 3 no such endpoint."
    })
final class InitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "URL", description = "The endpoint, without the API's own path.")
  private URI url;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "plan.yaml",
      description = "Where the plan goes; - for the terminal. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Option(
      names = "--bearer-env",
      paramLabel = "NAME",
      description = "Environment variable that holds the endpoint's key.")
  private @Nullable String bearerVariable;

  @Override
  public Integer call() {
    URI base = base();
    List<String> models = ModelProbe.models(base, bearer());
    String text = PlanTemplate.text(base, models);
    PrintWriter terminal = spec.commandLine().getOut();
    if (out.toString().equals("-")) {
      terminal.print(text);
    } else {
      write(text);
      terminal.printf(
          "%s written for %s. Next: tokenstorm run %s%n",
          out, models.isEmpty() ? "a model that you have to name" : "model " + models.get(0), out);
    }
    terminal.flush();
    return ExitCode.VALID.number();
  }

  private URI base() {
    String scheme = url.getScheme();
    boolean http = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    if (!http || url.getHost() == null) {
      throw new CommandFailure(
          ExitCode.USAGE, "'" + url + "' is no URL of an endpoint, as in http://127.0.0.1:8000.");
    }
    return URI.create(url.toString().replaceAll("(/v1)?/*$", ""));
  }

  private Optional<String> bearer() {
    if (bearerVariable == null) {
      return Optional.empty();
    }
    String token = System.getenv(bearerVariable);
    if (token == null) {
      throw new CommandFailure(
          ExitCode.USAGE, "the environment variable " + bearerVariable + " is not set.");
    }
    return Optional.of(token);
  }

  private void write(String text) {
    try {
      if (force) {
        Files.writeString(out, text);
      } else {
        Files.writeString(out, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      }
    } catch (FileAlreadyExistsException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          out + " exists already: choose another name with --out, or replace it with --force.");
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE, out + " cannot be written: choose another place with --out (" + e + ").");
    }
  }
}
