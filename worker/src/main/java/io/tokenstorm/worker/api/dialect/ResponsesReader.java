package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.worker.chunk.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Events of a Responses stream, or a whole response. An event whose type ends in {@code .delta}
 * carries output if its {@code delta} is not empty, and reasoning if the type says so; all others
 * repeat or announce. {@code response.completed} and {@code response.incomplete} end the answer.
 */
final class ResponsesReader extends ObjectReader {
  private static final byte[] TYPE = name("type");
  private static final byte[] DELTA = name("delta");
  private static final byte[] RESPONSE = name("response");
  private static final byte[] STATUS = name("status");
  private static final byte[] USAGE = name("usage");
  private static final byte[] INPUT_TOKENS = name("input_tokens");
  private static final byte[] OUTPUT_TOKENS = name("output_tokens");
  private static final byte[] OUTPUT = name("output");
  private static final byte[] ERROR = name("error");
  private static final byte[] MESSAGE = name("message");
  private static final byte[] INCOMPLETE_DETAILS = name("incomplete_details");
  private static final byte[] REASON = name("reason");

  private String type = "";
  private String status = "";
  private @Nullable String message;
  private @Nullable String reason;
  private boolean delta;
  private boolean output;
  private boolean error;
  private boolean usage;
  private int inputTokens;
  private int outputTokens;

  @Override
  protected void begin() {
    type = "";
    status = "";
    message = null;
    reason = null;
    delta = false;
    output = false;
    error = false;
    usage = false;
    inputTokens = -1;
    outputTokens = -1;
  }

  @Override
  protected void member() {
    if (json.stringIs(TYPE)) {
      type = text();
    } else if (json.stringIs(DELTA)) {
      delta = takesOutput();
    } else if (json.stringIs(RESPONSE)) {
      members(this::responseMember);
    } else {
      responseMember();
    }
  }

  private String text() {
    String text = takesText(MAX_REASON);
    return text == null ? "" : text;
  }

  private void responseMember() {
    if (json.stringIs(STATUS)) {
      status = text();
    } else if (json.stringIs(USAGE)) {
      usage = json.peek() == '{';
      members(this::usageMember);
    } else if (json.stringIs(OUTPUT)) {
      output = takesNonEmpty();
    } else if (json.stringIs(ERROR)) {
      byte first = json.peek();
      error = first == '{' || first == '"';
      if (first == '{') {
        members(this::errorMember);
      } else {
        message = takesText(MAX_MESSAGE);
      }
    } else if (json.stringIs(INCOMPLETE_DETAILS)) {
      members(this::incompleteMember);
    } else {
      errorMember(); // an event of type error says its message at the top
    }
  }

  private void usageMember() {
    if (json.stringIs(INPUT_TOKENS)) {
      inputTokens = json.readCount();
    } else if (json.stringIs(OUTPUT_TOKENS)) {
      outputTokens = json.readCount();
    } else {
      json.skipValue();
    }
  }

  private void errorMember() {
    if (json.stringIs(MESSAGE)) {
      message = takesText(MAX_MESSAGE);
    } else {
      json.skipValue();
    }
  }

  private void incompleteMember() {
    if (json.stringIs(REASON)) {
      reason = takesText(MAX_REASON);
    } else {
      json.skipValue();
    }
  }

  @Override
  protected void complete() {
    if (error || type.equals("error") || type.equals("response.failed") || isFailed()) {
      facts.error(true, message);
      return;
    }
    if (usage) {
      facts.usage(inputTokens, outputTokens);
    }
    boolean whole = type.isEmpty() && !status.isEmpty();
    if (type.endsWith(".delta")) {
      facts.addChoice(0, delta, delta && !type.startsWith("response.reasoning"), null);
    } else if (whole || type.equals("response.completed") || type.equals("response.incomplete")) {
      facts.addChoice(0, whole && output, whole && output, finish());
      facts.markDone();
    }
  }

  private boolean isFailed() {
    return status.equals("failed") || status.equals("cancelled");
  }

  /** What the API says, in the words of the others where they have one for it. */
  private String finish() {
    if (reason == null) {
      return type.equals("response.incomplete") || status.equals("incomplete")
          ? "incomplete"
          : "stop";
    }
    return reason.equals("max_output_tokens") ? "length" : reason;
  }
}
