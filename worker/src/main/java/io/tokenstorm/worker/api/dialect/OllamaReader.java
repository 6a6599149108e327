package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.worker.chunk.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Lines of Ollama's chat and generate streams, or a whole answer. A line carries output if {@code
 * response}, or {@code content}, {@code thinking} or {@code tool_calls} of its message, is not
 * empty; {@code done} ends the answer.
 */
final class OllamaReader extends ObjectReader {
  private static final byte[] MESSAGE = name("message");
  private static final byte[] CONTENT = name("content");
  private static final byte[] THINKING = name("thinking");
  private static final byte[] TOOL_CALLS = name("tool_calls");
  private static final byte[] RESPONSE = name("response");
  private static final byte[] DONE = name("done");
  private static final byte[] DONE_REASON = name("done_reason");
  private static final byte[] PROMPT_EVAL_COUNT = name("prompt_eval_count");
  private static final byte[] EVAL_COUNT = name("eval_count");
  private static final byte[] ERROR = name("error");

  private boolean choice;
  private boolean answer;
  private boolean toolCalls;
  private boolean thinking;
  private boolean done;
  private @Nullable String reason;
  private int promptTokens;
  private int outputTokens;
  private boolean error;

  @Override
  protected void begin() {
    choice = false;
    answer = false;
    toolCalls = false;
    thinking = false;
    done = false;
    reason = null;
    promptTokens = -1;
    outputTokens = -1;
    error = false;
  }

  @Override
  protected void member() {
    if (json.stringIs(MESSAGE)) {
      choice = json.peek() == '{';
      members(this::outputMember);
    } else if (json.stringIs(DONE)) {
      done = json.peek() == 't';
      json.skipValue();
    } else if (json.stringIs(DONE_REASON)) {
      reason = takesText(MAX_REASON);
    } else if (json.stringIs(PROMPT_EVAL_COUNT)) {
      promptTokens = json.readCount();
    } else if (json.stringIs(EVAL_COUNT)) {
      outputTokens = json.readCount();
    } else if (json.stringIs(ERROR)) {
      error = takesError();
    } else {
      outputMember();
    }
  }

  private void outputMember() {
    if (json.stringIs(CONTENT)) {
      answer = takesOutput();
    } else if (json.stringIs(RESPONSE)) {
      choice = true;
      answer = takesOutput();
    } else if (json.stringIs(THINKING)) {
      thinking = takesOutput();
    } else if (json.stringIs(TOOL_CALLS)) {
      toolCalls = takesOutput();
    } else {
      json.skipValue();
    }
  }

  @Override
  protected void complete() {
    if (error) {
      facts.error(true, errorText);
      return;
    }
    if (choice || done) {
      boolean answers = answer || toolCalls;
      String finish = reason == null ? "stop" : reason;
      facts.addChoice(0, answers || thinking, answers, done ? finish : null);
    }
    if (promptTokens >= 0 || outputTokens >= 0) {
      facts.usage(promptTokens, outputTokens);
    }
    if (done) {
      facts.markDone();
    }
  }
}
