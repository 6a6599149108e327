package io.tokenstorm.cli.command;

import io.tokenstorm.cli.calibrate.Ladder;
import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.Version;
import io.tokenstorm.coordinator.calibration.Calibration;
import io.tokenstorm.coordinator.calibration.CalibrationFile;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.engine.MeasuringEngine;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures this host's client by itself: rates, lag, and the noise floor against a truth log. */
@Command(
    name = "calibrate",
    description = {
      "Measures what the client can do on this host, against a simulated replica in the same",
      "process: how many tokens a second, how late its stamps are, and how far TTFT and gaps are",
      "from the truth. The rate rises until either of them falls behind. Takes about half a",
      "minute. Leave the machine alone meanwhile."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm calibrate",
      "  tokenstorm calibrate --quick --out calibration.json",
      "",
      "Where the replica, or the cores that it shares with the client, is the limit, the client's",
      "ceiling is unknown. Exit codes: 0 measured, 2 not writable, 4 it did not work."
    })
final class CalibrateCommand implements Callable<Integer> {
  private static final List<Integer> TOKEN_MICROS =
      List.of(20_000, 10_000, 5_000, 2_500, 1_250, 600, 300, 150, 75, 40);
  private static final List<Integer> QUICK_MICROS = List.of(20_000, 5_000, 1_250);

  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "Three short steps, about six seconds.")
  private boolean quick;

  @Option(
      names = "--loops",
      paramLabel = "N",
      defaultValue = "1",
      description = "Event loops of the client. Default: ${DEFAULT-VALUE}.")
  private int loops;

  @Option(
      names = "--streams",
      paramLabel = "N",
      defaultValue = "64",
      description = "Streams open at once. Default: ${DEFAULT-VALUE}.")
  private int streams;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = {
        "Where the result goes. Default: tokenstorm/calibration.json in the user's cache."
      })
  private @Nullable Path out;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter terminal = spec.commandLine().getOut();
    Path file = out == null ? CalibrationFile.ofUser(System::getenv) : out;
    Calibration result;
    try (MeasuringEngine engine = Engines.direct(new EngineOptions(loops))) {
      result = measure(engine, terminal);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.INTERNAL, "the calibration failed: " + e.getMessage() + ".", e);
    }
    try {
      CalibrationFile.write(file, result);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          file + " cannot be written: " + e.getMessage() + "; name another by --out.",
          e);
    }
    terminal.println(summary(result));
    terminal.println(file);
    terminal.flush();
    return ExitCode.VALID.number();
  }

  private Calibration measure(MeasuringEngine engine, PrintWriter terminal)
      throws IOException, InterruptedException {
    Duration each = quick ? Duration.ofSeconds(1) : Duration.ofSeconds(2);
    Ladder ladder = new Ladder(engine, Ticker.system(), streams, each);
    List<Integer> paces = quick ? QUICK_MICROS : TOKEN_MICROS;
    terminal.println(
        "   asked   tokens/s  verdict    TTFT error p50/p99      gap error p50/p99    lag p99  "
            + " loop");
    ladder.climb(0, paces.get(0)); // once before, so that the code is compiled
    List<Calibration.Step> steps = new ArrayList<>();
    boolean delivered = true;
    for (int i = 0; i < paces.size() && delivered; i++) {
      Calibration.Step step = ladder.climb(i + 1, paces.get(i));
      steps.add(step);
      terminal.println(line(step));
      terminal.flush();
      delivered = step.isDelivered();
    }
    Calibration frame =
        new Calibration(
            Version.current(),
            Clock.systemUTC().instant(),
            InetAddress.getLocalHost().getHostName(),
            Runtime.getRuntime().availableProcessors(),
            Runtime.version().toString(),
            loops,
            quick,
            streams,
            null,
            null,
            null,
            0,
            List.of());
    return Calibration.of(frame, steps);
  }

  private static String line(Calibration.Step step) {
    return String.format(
        Locale.ROOT,
        "%,8.0f  %,9.0f  %-8s  %10s %10s  %10s %10s %10s  %4.0f%%",
        step.askedTokensPerSecond(),
        step.tokensPerSecond(),
        step.verdict().label(),
        millis(step.ttftErrorP50()),
        millis(step.ttftErrorP99()),
        millis(step.gapErrorP50()),
        millis(step.gapErrorP99()),
        millis(step.lagP99()),
        step.loopShare() * 100);
  }

  private static String millis(@Nullable Double seconds) {
    return seconds == null ? "-" : String.format(Locale.ROOT, "%.3f ms", seconds * 1e3);
  }

  private static String summary(Calibration result) {
    return String.format(
        Locale.ROOT,
        "%s. The client's ceiling: %s. The replica's own ceiling: %s.",
        result.cleanTokensPerSecond() == null
            ? "No rate tried was clean"
            : "Clean up to " + rate(result.cleanTokensPerSecond()),
        result.ceilingTokensPerSecond() == null
            ? "unknown, above " + rate(result.highestTokensPerSecond())
            : rate(result.ceilingTokensPerSecond()),
        result.replicaCeilingTokensPerSecond() == null
            ? "not reached, above " + rate(result.highestTokensPerSecond())
            : rate(result.replicaCeilingTokensPerSecond()) + ", sharing the cores with the client");
  }

  private static String rate(double tokensPerSecond) {
    return String.format(Locale.ROOT, "%,.0f tokens/s", tokensPerSecond);
  }
}
