package io.tokenstorm.coordinator.run.spec;

import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.ledger.Window;
import io.tokenstorm.protocol.length.LengthWay;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to a run. What the fleet knows (hellos, statuses, clocks, presence) is
 * read from it, whatever the input; {@link Tick} makes the run look.
 */
public sealed interface RunInput {
  /** Time has passed, or the fleet has changed. At least ten times a second. */
  record Tick() implements RunInput {}

  /** Records came. */
  record BatchArrived(RecordBatch batch) implements RunInput {}

  /**
   * Records are on the disk.
   *
   * @param endSeq one past the last of them
   * @param logBytes position of the record log's end
   */
  record BatchStored(SpoolId spool, long endSeq, long logBytes) implements RunInput {}

  /**
   * The run's directory takes nothing any more.
   *
   * @param reason for the user
   */
  record StorageFailed(String reason) implements RunInput {}

  /**
   * The targets of all routes were tried.
   *
   * @param unreachable a sentence each, with URL and cause, for those that do not answer, or refuse
   *     whatever the plan would send; empty: the load may begin
   * @param usageRefused names of the routes that refuse to be asked for usage
   */
  record TargetsProbed(List<String> unreachable, Set<String> usageRefused) implements RunInput {
    /** No route refuses. */
    public TargetsProbed(List<String> unreachable) {
      this(unreachable, Set.of());
    }
  }

  /**
   * The length of prompts was tried.
   *
   * @param prompts whose, by {@link RunSpec#promptsOf}
   * @param factor words of prompt per token aimed at; of no meaning if there is a problem
   * @param problem why no factor is known; empty: it is
   * @param exact what came of making them exact; null: that was not asked for
   */
  record LengthProbed(String prompts, double factor, String problem, @Nullable ExactLength exact)
      implements RunInput {
    /** Prompts that need not be exact. */
    public LengthProbed(String prompts, double factor, String problem) {
      this(prompts, factor, problem, null);
    }
  }

  /**
   * How prompts get their exact length.
   *
   * @param way that was taken
   * @param recipe null: they are only near it
   * @param probes requests that it took, those to {@code /tokenize} among them
   * @param remark what did not go as it should; empty: nothing
   */
  record ExactLength(LengthWay way, @Nullable PromptRecipe recipe, int probes, String remark) {}

  /**
   * An event of the plan was carried out, or could not be.
   *
   * @param phase index of the phase
   * @param event index within the phase
   * @param scheduledAtNanos when it was due
   * @param firedAtNanos when the call left
   * @param httpStatus of the answer, 0 if none came
   * @param error what went wrong; empty if nothing did
   */
  record EventFired(
      int phase, int event, long scheduledAtNanos, long firedAtNanos, int httpStatus, String error)
      implements RunInput {}

  /**
   * A lost worker's spool was read on this machine.
   *
   * @param spool whose
   * @param firstSeq of the first record
   * @param records consecutive, on the worker's time line
   * @param more whether there are further ones
   * @param issued requests counted before their send, by window
   * @param writerEnded whether its process has ended, so that its connections are closed
   */
  record SpoolRead(
      SpoolId spool,
      long firstSeq,
      List<RequestRecord> records,
      boolean more,
      Map<Window, Long> issued,
      boolean writerEnded)
      implements RunInput {}

  /**
   * A lost worker's spool cannot be read.
   *
   * @param reason for a person
   * @param writerEnded whether its process is known to have ended
   */
  record SpoolUnreadable(SpoolId spool, String reason, boolean writerEnded) implements RunInput {}

  /**
   * Tokenstorm itself failed at something the run had asked for.
   *
   * @param reason for a person
   */
  record Failed(String reason) implements RunInput {}

  /**
   * The user asks for the end.
   *
   * @param force at once: what runs is cut
   */
  record Cancel(boolean force) implements RunInput {}

  Tick TICK = new Tick();
}
