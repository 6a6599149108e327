package io.tokenstorm.worker.answer;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RecordCodec;
import io.tokenstorm.protocol.record.SilentEvents;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.worker.chunk.ChunkFacts;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What the chunks of one answer add up to: instants and gaps of output-bearing events, choices seen
 * and finished, the last usage. Reused from request to request.
 */
final class StreamTally {
  /** Choices with a higher index share the last place. */
  private static final int MAX_CHOICE = 1023;

  private final EventCounts counts = new EventCounts();
  private final BitSet seen = new BitSet();
  private final BitSet finished = new BitSet();
  private LoadStage stage = LoadStage.WARMUP;
  private long[] gaps = new long[64];
  private final long[] silent = new long[SilentEvents.MAX_KEPT];
  private int silentEvents;
  private int events;
  private long firstToken;
  private long firstAnswer;
  private long lastToken;
  private boolean usage;
  private int promptTokens;
  private int completionTokens;
  private String finishReason = "";

  StreamTally() {
    reset(LoadStage.WARMUP);
  }

  void reset(LoadStage window) {
    stage = window;
    seen.clear();
    finished.clear();
    silentEvents = 0;
    events = 0;
    firstToken = Instants.NONE;
    firstAnswer = Instants.NONE;
    lastToken = Instants.NONE;
    usage = false;
    promptTokens = -1;
    completionTokens = -1;
    finishReason = "";
  }

  /**
   * Adds one chunk.
   *
   * @param sinceSent when the event was complete, nanoseconds after sent
   */
  void add(ChunkFacts facts, long sinceSent) {
    addSigns(facts);
    if (!facts.outputBearing()) {
      if (facts.choiceCount() > 0) {
        addSilent(sinceSent);
      }
      return;
    }
    if (firstAnswer == Instants.NONE && facts.answerBearing()) {
      firstAnswer = sinceSent;
    }
    addToken(sinceSent);
  }

  /** Adds an output-bearing event that says nothing else than one before it. */
  void addToken(long sinceSent) {
    counts.add(stage);
    if (events == 0) {
      firstToken = sinceSent;
    } else {
      gap(sinceSent - lastToken);
    }
    lastToken = sinceSent;
    events++;
  }

  /** Notes an event without output; the last place is for the last of them. */
  private void addSilent(long sinceSent) {
    silent[Math.min(silentEvents, silent.length - 1)] = sinceSent;
    silentEvents++;
  }

  /** Adds a whole answer that was not streamed: its last byte is its last token. */
  void addWhole(ChunkFacts facts, long sinceSent) {
    addSigns(facts);
    lastToken = sinceSent;
    events = facts.outputBearing() ? 1 : 0;
  }

  private void addSigns(ChunkFacts facts) {
    for (int i = 0; i < facts.choiceCount(); i++) {
      int index = Math.min(facts.choiceIndex(i), MAX_CHOICE);
      seen.set(index);
      if (facts.choiceFinished(i)) {
        finished.set(index);
      }
    }
    String reason = facts.finishReason();
    if (reason != null) {
      finishReason = reason;
    }
    if (facts.hasUsage()) {
      usage = true;
      promptTokens = facts.promptTokens() >= 0 ? facts.promptTokens() : promptTokens;
      completionTokens =
          facts.completionTokens() >= 0 ? facts.completionTokens() : completionTokens;
    }
  }

  private void gap(long nanos) {
    int index = events - 1;
    if (index == gaps.length) {
      gaps = Arrays.copyOf(gaps, index * 2);
    }
    gaps[index] = nanos;
  }

  EventCounts counts() {
    return counts;
  }

  /** Whether the answer has as many events as a record can hold. */
  boolean full() {
    return events > RecordCodec.MAX_GAPS;
  }

  /** Whether anything says that the model answered: a choice, a finish_reason or usage. */
  boolean answered() {
    return usage || !seen.isEmpty();
  }

  /** Whether every choice seen has its finish_reason, and there is one. */
  boolean finished() {
    return !seen.isEmpty() && seen.cardinality() == finished.cardinality();
  }

  String finishReason() {
    return finishReason;
  }

  long firstToken() {
    return firstToken;
  }

  long firstAnswer() {
    return firstAnswer;
  }

  long lastToken() {
    return lastToken;
  }

  Gaps gaps() {
    return Gaps.of(gaps, Math.max(0, firstToken == Instants.NONE ? 0 : events - 1));
  }

  SilentEvents silent() {
    return SilentEvents.of(silent, silentEvents);
  }

  TokenCounts tokens(int plannedInput) {
    boolean output = completionTokens >= 0;
    boolean input = promptTokens >= 0;
    return new TokenCounts(
        output ? completionTokens : events,
        output ? TokenSource.USAGE : TokenSource.EVENTS,
        input ? promptTokens : plannedInput,
        input ? TokenSource.USAGE : TokenSource.PLANNED,
        plannedInput,
        events);
  }
}
