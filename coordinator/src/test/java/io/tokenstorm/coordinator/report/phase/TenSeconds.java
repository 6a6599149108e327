package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import java.util.List;
import java.util.Map;

/** A phase whose window was open from second 10 to second 20, with nothing of note. */
final class TenSeconds {
  private static final long SECOND = 1_000_000_000L;

  static final PhaseFacts FACTS =
      new PhaseFacts(
          0,
          1,
          10 * SECOND,
          20 * SECOND,
          "done",
          0,
          1,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          Map.of());

  private TenSeconds() {}
}
