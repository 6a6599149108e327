package io.tokenstorm.worker.chunk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one chunk says. Reused from chunk to chunk: valid until the next scan. */
public final class ChunkFacts {
  private int choiceCount;
  private int[] choiceIndex = new int[4];
  private boolean[] choiceFinished = new boolean[4];
  private boolean output;
  private boolean answer;
  private @Nullable String finishReason;
  private boolean usage;
  private int promptTokens;
  private int completionTokens;
  private boolean error;
  private @Nullable String message;
  private int textStart;
  private int textEnd;
  private boolean done;

  void clear() {
    clearChoices();
    clearUsage();
    error = false;
    message = null;
    textStart = -1;
    textEnd = -1;
    done = false;
  }

  void clearChoices() {
    choiceCount = 0;
    output = false;
    answer = false;
    finishReason = null;
  }

  void clearUsage() {
    usage = false;
    promptTokens = -1;
    completionTokens = -1;
  }

  /**
   * Adds a choice.
   *
   * @param hasOutput whether it carries output
   * @param hasAnswer whether some of that is other than reasoning
   * @param reason its finish_reason, null if it goes on
   */
  public void addChoice(int index, boolean hasOutput, boolean hasAnswer, @Nullable String reason) {
    if (choiceCount == choiceIndex.length) {
      choiceIndex = Arrays.copyOf(choiceIndex, choiceCount * 2);
      choiceFinished = Arrays.copyOf(choiceFinished, choiceCount * 2);
    }
    choiceIndex[choiceCount] = index;
    choiceFinished[choiceCount++] = reason != null;
    output |= hasOutput;
    answer |= hasAnswer;
    finishReason = reason != null ? reason : finishReason;
  }

  void text(int start, int end) {
    textStart = start;
    textEnd = end;
  }

  /** There are token counts; −1 for one that is not given. */
  public void usage(int prompt, int completion) {
    usage = true;
    promptTokens = prompt;
    completionTokens = completion;
  }

  /** Whether it is an error, and what that says. */
  public void error(boolean present, @Nullable String text) {
    error = present;
    message = text;
  }

  /** The answer is complete: nothing that matters follows. */
  public void markDone() {
    done = true;
  }

  /** Whether the chunk ends the answer, as {@code [DONE]} does. */
  public boolean done() {
    return done;
  }

  /** How many elements {@code choices} has. */
  public int choiceCount() {
    return choiceCount;
  }

  /** The index that the i-th element gives itself; its place where it gives none. */
  public int choiceIndex(int i) {
    return choiceIndex[i];
  }

  /** Whether the i-th element has a finish_reason. */
  public boolean choiceFinished(int i) {
    return choiceFinished[i];
  }

  /** Whether some choice carries a non-empty content, text, reasoning or tool call fragment. */
  public boolean outputBearing() {
    return output;
  }

  /** Whether some choice carries output other than reasoning. */
  public boolean answerBearing() {
    return answer;
  }

  /**
   * Whether the chunk is a token and nothing else: output of one choice that goes on, neither usage
   * nor an error.
   */
  public boolean plainToken() {
    return choiceCount == 1 && output && finishReason == null && !usage && !error && textStart >= 0;
  }

  /** Where the last string that counts as output begins, its quote not included; −1: none. */
  public int textStart() {
    return textStart;
  }

  /** The closing quote of that string; −1: none. */
  public int textEnd() {
    return textEnd;
  }

  /** The last finish_reason given, or null. */
  public @Nullable String finishReason() {
    return finishReason;
  }

  /** Whether there is a usage object. */
  public boolean hasUsage() {
    return usage;
  }

  /** {@code usage.prompt_tokens}, −1 if not given. */
  public int promptTokens() {
    return promptTokens;
  }

  /** {@code usage.completion_tokens}, −1 if not given. */
  public int completionTokens() {
    return completionTokens;
  }

  /** Whether the chunk is, or carries, an error object. */
  public boolean hasError() {
    return error;
  }

  /** What the error says, for a person; null if it says nothing. */
  public @Nullable String message() {
    return message;
  }
}
