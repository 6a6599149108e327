package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.worker.chunk.GrowingText;
import io.tokenstorm.worker.chunk.ObjectReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of SGLang's {@code /generate}, each with the whole text so far and {@code meta_info}: an
 * event carries output if the text has grown since the answer's last one. Remembers the text, and
 * the token count of each of several answers to one prompt.
 */
final class SglangReader extends ObjectReader {
  private static final byte[] TEXT = name("text");
  private static final byte[] OUTPUT_IDS = name("output_ids");
  private static final byte[] INDEX = name("index");
  private static final byte[] META_INFO = name("meta_info");
  private static final byte[] FINISH_REASON = name("finish_reason");
  private static final byte[] PROMPT_TOKENS = name("prompt_tokens");
  private static final byte[] COMPLETION_TOKENS = name("completion_tokens");
  private static final byte[] TYPE = name("type");
  private static final byte[] ERROR = name("error");
  private static final byte[] MESSAGE = name("message");

  /** Answers to one prompt beyond this many share the last place. */
  private static final int MOST_ANSWERS = 64;

  /** What is known of one of the answers to a prompt. */
  private static final class Known {
    private final GrowingText text = new GrowingText();
    private int tokens;
  }

  private final List<Known> answers = new ArrayList<>();
  private int textStart;
  private int textEnd;
  private boolean ids;
  private boolean meta;
  private int index;
  private int promptTokens;
  private int completionTokens;
  private @Nullable String reason;
  private boolean error;
  private @Nullable String message;

  @Override
  public void reset() {
    for (Known known : answers) {
      known.text.clear();
      known.tokens = 0;
    }
  }

  @Override
  protected void begin() {
    textStart = -1;
    textEnd = -1;
    ids = false;
    meta = false;
    index = 0;
    promptTokens = -1;
    completionTokens = -1;
    reason = null;
    error = false;
    message = null;
  }

  @Override
  protected void member() {
    if (json.stringIs(TEXT)) {
      boolean string = json.readsString();
      textStart = string ? json.stringStart() : -1;
      textEnd = string ? json.stringEnd() : -1;
    } else if (json.stringIs(META_INFO)) {
      meta = json.peek() == '{';
      members(this::metaMember);
    } else if (json.stringIs(OUTPUT_IDS)) {
      ids = takesNonEmpty();
    } else if (json.stringIs(INDEX)) {
      index = Math.min(Math.max(0, json.readCount()), MOST_ANSWERS - 1);
    } else if (json.stringIs(ERROR)) {
      byte first = json.peek();
      error = first == '{' || first == '"';
      if (first == '{') {
        members(this::messageMember);
      } else {
        message = takesText(MAX_MESSAGE);
      }
    } else {
      json.skipValue();
    }
  }

  private void metaMember() {
    if (json.stringIs(FINISH_REASON)) {
      if (json.peek() == '{') {
        members(this::reasonMember);
      } else {
        reason = takesText(MAX_REASON);
      }
    } else if (json.stringIs(PROMPT_TOKENS)) {
      promptTokens = json.readCount();
    } else if (json.stringIs(COMPLETION_TOKENS)) {
      completionTokens = json.readCount();
    } else {
      json.skipValue();
    }
  }

  private void reasonMember() {
    if (json.stringIs(TYPE)) {
      reason = takesText(MAX_REASON);
    } else {
      messageMember();
    }
  }

  private void messageMember() {
    if (json.stringIs(MESSAGE)) {
      message = takesText(MAX_MESSAGE);
    } else {
      json.skipValue();
    }
  }

  @Override
  protected void complete() {
    if (error) {
      facts.error(true, message);
      return;
    }
    if (textStart < 0 && !ids && !meta) {
      return;
    }
    Known known = known();
    boolean output = textStart < 0 ? ids : known.text.grows(json, textStart, textEnd);
    facts.addChoice(index, output, output, reason);
    if (completionTokens >= 0) {
      known.tokens = completionTokens;
    }
    if (promptTokens >= 0 || completionTokens >= 0) {
      facts.usage(promptTokens, completionTokens < 0 ? -1 : allTokens());
    }
  }

  private Known known() {
    while (answers.size() <= index) {
      answers.add(new Known());
    }
    return answers.get(index);
  }

  private int allTokens() {
    int sum = 0;
    for (Known known : answers) {
      sum += known.tokens;
    }
    return sum;
  }
}
