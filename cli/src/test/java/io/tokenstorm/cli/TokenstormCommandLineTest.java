package io.tokenstorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cli.log.ProcessLog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class TokenstormCommandLineTest {
  static Stream<String> commands() {
    return TokenstormCommandLine.create().getSubcommands().entrySet().stream()
        .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
        .map(java.util.Map.Entry::getKey);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_ofEveryCommand_hasExamplesThatFitALine(String command) {
    CommandRun run = CommandRun.of(command, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    List<String> lines = run.out().lines().toList();
    assertThat(lines).contains("Examples:");
    assertThat(lines).anyMatch(line -> line.startsWith("  tokenstorm " + command));
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void examples_ofEveryCommand_areParsedByIt(String command) {
    CommandRun.of(command, "--help")
        .out()
        .lines()
        .filter(line -> line.startsWith("  tokenstorm "))
        .map(line -> line.strip().split("\\s+"))
        .forEach(
            words ->
                TokenstormCommandLine.create()
                    .parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new)));
  }

  @Test
  void version_isTheBuilds() {
    assertThat(CommandRun.of("--version").out()).matches("tokenstorm [0-9.]+ \\(Java \\d+\\)\\R");
    assertThat(CommandRun.of("validate", "-V")).isEqualTo(CommandRun.of("--version"));
  }

  @Test
  void noCommand_isAUsageError() {
    CommandRun run = CommandRun.of();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("tokenstorm: a command is missing");
  }

  @Test
  void unknownCommand_suggestsTheNearest() {
    CommandRun run = CommandRun.of("validat", "x.yaml");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'validat'").contains("Did you mean validate");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void unknownOption_suggestsTheNearest() {
    CommandRun run = CommandRun.of("validate", "x.yaml", "--time-scal=2");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--time-scal").contains("Did you mean --time-scale?");
  }

  @Test
  void badValue_namesTheOptionAndWhatWouldBeRight() {
    CommandRun run = CommandRun.of("replica", "--port", "70000");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'--port'").contains("port 70000 does not exist: 0 to 65535");
  }

  @Test
  void fault_ofOurOwn_namesTheLogAndHidesTheTrace() throws Exception {
    StringWriter err = new StringWriter();
    CommandLine line = TokenstormCommandLine.configured(new CommandLine(new Faulty()));
    line.setErr(new PrintWriter(err, true));
    assertThat(line.execute()).isEqualTo(4);
    assertThat(err.toString()).contains("an error inside Tokenstorm").doesNotContain("\tat ");
    Matcher log = Pattern.compile("together with (\\S+\\.log)").matcher(err.toString());
    assertThat(log.find()).isTrue();
    Path file = Path.of(log.group(1));
    assertThat(file).content().contains("this is wrong").contains("Faulty.call");
    ProcessLog.removeFile(file);
    Files.delete(file);
  }

  @Command(name = "faulty")
  private static final class Faulty implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new IllegalStateException("this is wrong");
    }
  }
}
