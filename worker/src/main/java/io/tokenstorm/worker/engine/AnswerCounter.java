package io.tokenstorm.worker.engine;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.token.LocalTokenizer;
import io.tokenstorm.worker.chunk.AnswerText;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts by a local tokenizer the output of answers whose server told no usage, on a thread of its
 * own. A slot's text is read when its record passes, before its next request begins; at most {@link
 * #AHEAD} records of a slot wait for their count, then the slot waits with them.
 */
final class AnswerCounter {
  /** Records of one slot that may wait. */
  static final int AHEAD = 2;

  private static final Logger LOG = LoggerFactory.getLogger(AnswerCounter.class);

  private final LocalTokenizer tokenizer;
  private final SlotRange slots;
  private final Executor executor;
  private final AnswerText[] texts;

  AnswerCounter(LocalTokenizer tokenizer, SlotRange slots, Executor executor) {
    this.tokenizer = tokenizer;
    this.slots = slots;
    this.executor = executor;
    this.texts = new AnswerText[slots.count()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = new AnswerText();
    }
  }

  /** Where a slot keeps the text of its answers. */
  AnswerText textOf(int slot) {
    return texts[slot - slots.first()];
  }

  /** The record with its output counted, if the server did not and there is a whole text. */
  CompletionStage<RequestRecord> counted(int slot, RequestRecord record) {
    String text = record.tokens().outputSource() == TokenSource.EVENTS ? textOf(slot).text() : null;
    if (text == null) {
      return CompletableFuture.completedFuture(record);
    }
    return CompletableFuture.supplyAsync(() -> tokenizer.countAnswer(text), executor)
        .handle(
            (tokens, error) -> {
              if (error != null) {
                LOG.error("An answer could not be counted; its events stand for tokens", error);
                return record;
              }
              return with(record, tokens);
            });
  }

  private static RequestRecord with(RequestRecord r, int output) {
    TokenCounts t = r.tokens();
    TokenCounts counted =
        new TokenCounts(
            output,
            TokenSource.TOKENIZER,
            t.input(),
            t.inputSource(),
            t.plannedInput(),
            t.events());
    return new RequestRecord(
        r.key(),
        r.replica(),
        r.instants(),
        r.gaps(),
        r.outcome(),
        counted,
        r.finishReason(),
        r.responseBytes(),
        r.silent());
  }
}
