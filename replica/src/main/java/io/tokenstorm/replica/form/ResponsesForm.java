package io.tokenstorm.replica.form;

/** OpenAI's Responses API: named events, each with its type in the data. */
public final class ResponsesForm implements AnswerForm {
  private static final String PLACE =
      ",\"item_id\":\"msg_1\",\"output_index\":0,\"content_index\":0";

  private static String event(String type, String rest) {
    return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + rest + "}\n\n";
  }

  private static String response(AnswerFacts facts, String status, String output, String usage) {
    boolean cut = status.equals("incomplete");
    return "{\"id\":"
        + AnswerFacts.quote(facts.id())
        + ",\"object\":\"response\",\"status\":\""
        + status
        + "\",\"error\":null,\"incomplete_details\":"
        + (cut ? "{\"reason\":\"max_output_tokens\"}" : "null")
        + ",\"model\":"
        + AnswerFacts.quote(facts.model())
        + ",\"output\":["
        + output
        + "],\"usage\":"
        + usage
        + "}";
  }

  private static String usage(AnswerFacts facts) {
    return "{\"input_tokens\":"
        + facts.promptTokens()
        + ",\"input_tokens_details\":{\"cached_tokens\":0},\"output_tokens\":"
        + facts.outputTokens()
        + ",\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":"
        + (facts.promptTokens() + facts.outputTokens())
        + "}";
  }

  private static String message(String text) {
    return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"content\":["
        + "{\"type\":\"output_text\",\"text\":\""
        + text
        + "\",\"annotations\":[]}]}";
  }

  @Override
  public String opening(AnswerFacts facts) {
    String begun = ",\"response\":" + response(facts, "in_progress", "", "null");
    return event("response.created", begun) + event("response.in_progress", begun);
  }

  @Override
  public String event(AnswerFacts facts, String words, String before, int tokens) {
    return event("response.output_text.delta", PLACE + ",\"delta\":\"" + words + "\"");
  }

  @Override
  public String closing(AnswerFacts facts, String text) {
    String status = status(facts);
    return event("response.output_text.done", PLACE + ",\"text\":\"" + text + "\"")
        + event(
            "response." + status,
            ",\"response\":" + response(facts, status, message(text), usage(facts)));
  }

  private static String status(AnswerFacts facts) {
    return facts.finishReason().equals("length") ? "incomplete" : "completed";
  }

  @Override
  public String error(String message) {
    return event(
        "error",
        ",\"code\":\"server_error\",\"message\":" + AnswerFacts.quote(message) + ",\"param\":null");
  }

  @Override
  public String whole(AnswerFacts facts, String text) {
    return response(facts, status(facts), message(text), usage(facts));
  }
}
