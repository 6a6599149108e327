package io.tokenstorm.coordinator.report.model;

import io.tokenstorm.protocol.record.FaultSide;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something a reader should know before using the figures.
 *
 * @param rule which rule found it, in snake case
 * @param severity how much it matters
 * @param phase name of the phase; {@code null} if it is about the run
 * @param fault whose it is; {@code null} if nobody's
 * @param text whole sentences: what was seen, with numbers, and what to do
 */
public record Finding(
    String rule,
    Severity severity,
    @Nullable String phase,
    @Nullable FaultSide fault,
    String text) {

  /** How much a finding matters, least first. */
  public enum Severity {
    /** Good to know. */
    INFO,
    /** Some figures mean something else than they seem to. */
    WARNING,
    /** The phase or run is not what was asked for. */
    PROBLEM;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
