package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.report.model.Lengths;
import io.tokenstorm.coordinator.sweep.model.Scenario.PromptLength;
import io.tokenstorm.protocol.length.LengthCheck;
import org.jspecify.annotations.Nullable;

/** How long the prompts of a row were by the server's count, and how they got that long. */
final class LengthReading {
  private final int aimed;
  private Lengths.@Nullable Exact made;
  private @Nullable Integer counted;
  private boolean exact = true;
  private boolean any;
  private int probes;

  /**
   * @param aimed tokens that each prompt was to have
   */
  LengthReading(int aimed) {
    this.aimed = aimed;
  }

  /**
   * Takes a prompt.
   *
   * @param tokens by the server's count; {@code null} if it did not say
   * @return what a reader should know of it; empty: nothing
   */
  String counted(@Nullable Integer tokens) {
    LengthCheck check = new LengthCheck(aimed, tokens == null ? -1 : tokens);
    if (!any || (exact && !check.exact())) {
      counted = tokens;
    }
    any = true;
    exact &= check.exact();
    return check.note();
  }

  /** Takes how the prompts of a repeat were made. */
  void made(Lengths.@Nullable Exact how) {
    if (how != null) {
      made = how;
      probes += how.probes();
    }
  }

  @Nullable PromptLength result() {
    Lengths.Exact how = made;
    return how == null
        ? null
        : new PromptLength(
            how.way(), aimed, counted, any && exact, how.fixedTokens(), probes, how.remark());
  }
}
