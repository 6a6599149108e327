package io.tokenstorm.replica.form;

/** text-generation-inference: a token an event, the last one with the text and the details. */
public final class TgiForm implements AnswerForm {
  @Override
  public String event(AnswerFacts facts, String words, String before, int tokens) {
    boolean last = tokens == facts.outputTokens();
    return "data:{\"index\":"
        + tokens
        + ",\"token\":{\"id\":"
        + Math.floorMod(words.hashCode(), 30_000)
        + ",\"text\":\""
        + words
        + "\",\"logprob\":-0.5,\"special\":false},\"top_tokens\":[],\"generated_text\":"
        + (last ? '"' + before + words + '"' : "null")
        + ",\"details\":"
        + (last ? '{' + details(facts) + '}' : "null")
        + "}\n\n";
  }

  private static String details(AnswerFacts facts) {
    String reason = facts.finishReason().equals("stop") ? "eos_token" : facts.finishReason();
    return "\"finish_reason\":\""
        + reason
        + "\",\"generated_tokens\":"
        + facts.outputTokens()
        + ",\"seed\":null,\"input_length\":"
        + facts.promptTokens();
  }

  @Override
  public String closing(AnswerFacts facts, String text) {
    return "";
  }

  @Override
  public String error(String message) {
    return "data:{\"error\":"
        + AnswerFacts.quote("Request failed during generation: " + message)
        + ",\"error_type\":\"generation\"}\n\n";
  }

  @Override
  public String whole(AnswerFacts facts, String text) {
    String token = "{\"id\":1,\"text\":\"a\",\"logprob\":null}";
    int listed = facts.listPrompt() ? facts.promptTokens() : 0;
    String prefill = String.join(",", java.util.Collections.nCopies(listed, token));
    return "{\"generated_text\":\""
        + text
        + "\",\"details\":{"
        + details(facts)
        + ",\"prefill\":["
        + prefill
        + "],\"tokens\":[]}}";
  }
}
