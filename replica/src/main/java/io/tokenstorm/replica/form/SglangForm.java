package io.tokenstorm.replica.form;

/** SGLang's {@code /generate}: each event has the whole text so far, the last the reason. */
public final class SglangForm implements AnswerForm {
  @Override
  public String event(AnswerFacts facts, String words, String before, int tokens) {
    return "data: " + object(facts, before + words, tokens) + "\n\n";
  }

  private static String object(AnswerFacts facts, String text, int tokens) {
    boolean last = tokens == facts.outputTokens();
    String reason =
        facts.finishReason().equals("length")
            ? "{\"type\":\"length\",\"length\":" + facts.outputTokens() + "}"
            : "{\"type\":\"stop\",\"matched\":2}";
    return "{\"text\":\""
        + text
        + "\",\"meta_info\":{\"id\":"
        + AnswerFacts.quote(facts.id())
        + ",\"finish_reason\":"
        + (last ? reason : "null")
        + ",\"prompt_tokens\":"
        + facts.promptTokens()
        + ",\"completion_tokens\":"
        + tokens
        + ",\"cached_tokens\":0}}";
  }

  @Override
  public String closing(AnswerFacts facts, String text) {
    return "data: [DONE]\n\n";
  }

  @Override
  public String error(String message) {
    return "data: {\"error\":{\"message\":" + AnswerFacts.quote(message) + "}}\n\ndata: [DONE]\n\n";
  }

  @Override
  public String whole(AnswerFacts facts, String text) {
    return object(facts, text, facts.outputTokens());
  }
}
