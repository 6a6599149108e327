package io.tokenstorm.replica.form;

/** Ollama's chat and generate: a JSON object a line, the last one with the counts. */
public final class OllamaForm implements AnswerForm {
  private static final String DAY = "2026-01-01T00:00:00Z";

  private final boolean chat;

  public OllamaForm(boolean chat) {
    this.chat = chat;
  }

  @Override
  public String streamType() {
    return "application/x-ndjson";
  }

  private String object(AnswerFacts facts, String words) {
    return "{\"model\":"
        + AnswerFacts.quote(facts.model())
        + ",\"created_at\":\""
        + DAY
        + (chat
            ? "\",\"message\":{\"role\":\"assistant\",\"content\":\"" + words + "\"}"
            : "\",\"response\":\"" + words + "\"");
  }

  private static String counts(AnswerFacts facts) {
    return ",\"done\":true,\"done_reason\":\""
        + facts.finishReason()
        + "\",\"total_duration\":1,\"load_duration\":1,\"prompt_eval_count\":"
        + facts.promptTokens()
        + ",\"eval_count\":"
        + facts.outputTokens()
        + "}";
  }

  @Override
  public String event(AnswerFacts facts, String words, String before, int tokens) {
    return object(facts, words) + ",\"done\":false}\n";
  }

  @Override
  public String closing(AnswerFacts facts, String text) {
    return object(facts, "") + counts(facts) + "\n";
  }

  @Override
  public String error(String message) {
    return "{\"error\":" + AnswerFacts.quote(message) + "}\n";
  }

  @Override
  public String whole(AnswerFacts facts, String text) {
    return object(facts, text) + counts(facts);
  }
}
