package io.tokenstorm.worker.follow;

import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;

/** Builds directives: run {@code r}, 4 slots, worker 0 of 2, lease until 1,000, no window. */
final class Directives {
  private String run = "r";
  private int concurrency = 4;
  private List<Integer> weights = List.of(1, 1);
  private SendWindow measure = SendWindow.NONE;
  private long cutAt = Long.MAX_VALUE;
  private long lease = 1_000;

  Directives run(String value) {
    run = value;
    return this;
  }

  Directives concurrency(int value) {
    concurrency = value;
    return this;
  }

  Directives weights(Integer... values) {
    weights = List.of(values);
    return this;
  }

  Directives measure(SendWindow value) {
    measure = value;
    return this;
  }

  Directives cutAt(long nanos) {
    cutAt = nanos;
    return this;
  }

  Directives lease(long nanos) {
    lease = nanos;
    return this;
  }

  Directive at(int epoch, long sequence, Stage stage) {
    return new Directive(
        sequence,
        run,
        epoch,
        0,
        stage,
        "hash",
        concurrency,
        weights,
        0,
        1.0,
        PromptRecipe.NONE,
        false,
        SendWindow.NONE,
        measure,
        cutAt,
        lease);
  }
}
