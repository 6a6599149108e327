package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.worker.chunk.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Events of {@code /generate_stream}, one token each, or a whole answer of {@code /generate}. A
 * token carries output if its text is not empty and it is not special; {@code generated_text}
 * repeats the tokens and counts only where there was no stream.
 */
final class TgiReader extends ObjectReader {
  private static final byte[] TOKEN = name("token");
  private static final byte[] TEXT = name("text");
  private static final byte[] SPECIAL = name("special");
  private static final byte[] GENERATED_TEXT = name("generated_text");
  private static final byte[] DETAILS = name("details");
  private static final byte[] FINISH_REASON = name("finish_reason");
  private static final byte[] GENERATED_TOKENS = name("generated_tokens");
  private static final byte[] INPUT_LENGTH = name("input_length");
  private static final byte[] ERROR = name("error");

  private boolean token;
  private boolean text;
  private boolean special;
  private boolean answered;
  private boolean generated;
  private @Nullable String reason;
  private int generatedTokens;
  private int inputLength;
  private boolean error;

  @Override
  protected void begin() {
    token = false;
    text = false;
    special = false;
    answered = false;
    generated = false;
    reason = null;
    generatedTokens = -1;
    inputLength = -1;
    error = false;
  }

  @Override
  protected void member() {
    if (json.stringIs(TOKEN)) {
      token = json.peek() == '{';
      members(this::tokenMember);
    } else if (json.stringIs(GENERATED_TEXT)) {
      answered = json.peek() == '"';
      generated = takesOutput(); // the whole of it, once
    } else if (json.stringIs(DETAILS)) {
      members(this::detail);
    } else if (json.stringIs(ERROR)) {
      error = takesError();
    } else {
      json.skipValue();
    }
  }

  private void tokenMember() {
    if (json.stringIs(TEXT)) {
      text = takesNonEmpty();
    } else if (json.stringIs(SPECIAL)) {
      special = json.peek() == 't';
      json.skipValue();
    } else {
      json.skipValue();
    }
  }

  private void detail() {
    if (json.stringIs(FINISH_REASON)) {
      reason = takesText(MAX_REASON);
    } else if (json.stringIs(GENERATED_TOKENS)) {
      generatedTokens = json.readCount();
    } else if (json.stringIs(INPUT_LENGTH)) {
      inputLength = json.readCount();
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
    if (token || answered) {
      boolean output = token ? text && !special : generated;
      facts.addChoice(0, output, output, reason);
    }
    if (generatedTokens >= 0) {
      facts.usage(inputLength, generatedTokens);
    }
  }
}
