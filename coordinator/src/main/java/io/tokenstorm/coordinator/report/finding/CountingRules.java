package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.FaultSide;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.List;

/** By whose count tokens are tokens, and what a gap is a gap between. */
final class CountingRules {
  private CountingRules() {}

  /** The server did not say how many tokens it made. */
  static List<Finding> noUsage(PhaseReport report, Phase asked) {
    long events =
        report.delivered().tokenSources().output().getOrDefault(TokenSource.EVENTS.label(), 0L);
    if (events == 0) {
      return List.of();
    }
    return List.of(
        new Finding(
            "no_usage",
            Severity.WARNING,
            report.measured().phase(),
            FaultSide.TARGET,
            "The target sent no usage with "
                + Words.number(events)
                + " of "
                + Words.count(report.measured().success(), "answer")
                + ": their output tokens are the number of stream events, so that TPOT and"
                + " tokens/s are per event. Switch on usage in streams at the target, or name a"
                + " tokenizer."));
  }

  /** Chunks carry more, or less, than one token. */
  static List<Finding> chunks(PhaseReport report, Phase asked) {
    Double perChunk = report.delivered().tokensPerChunk();
    if (perChunk == null || Math.abs(perChunk - 1) <= 0.05 || !asked.request().stream()) {
      return List.of();
    }
    String seen =
        perChunk > 1
            ? "The target sends " + Words.digits(perChunk) + " tokens a chunk on average"
            : "The target sends more events than tokens (" + Words.digits(perChunk) + " a chunk)";
    return List.of(
        new Finding(
            "tokens_per_chunk",
            Severity.INFO,
            report.measured().phase(),
            null,
            seen
                + ": ITL is the gap between chunks, not between tokens. TPOT is per token all the"
                + " same."));
  }
}
