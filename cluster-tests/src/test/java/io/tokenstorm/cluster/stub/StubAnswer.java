package io.tokenstorm.cluster.stub;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer of a {@link StubEngine}, an event for each token.
 *
 * @param form whose JSON
 * @param prompt tokens of the prompt, as counted
 * @param output tokens of the answer
 * @param usage whether the stream ends with the counts
 */
record StubAnswer(Form form, String model, int prompt, int output, boolean usage) {
  private static final String TOKEN = " so";

  /** The shapes of answers. */
  enum Form {
    COMPLETION,
    CHAT,
    SGLANG
  }

  ObjectNode whole() {
    ObjectNode answer = form == Form.SGLANG ? sglang(output) : openai(output, false);
    if (form != Form.SGLANG) {
      counts(answer);
    }
    return answer;
  }

  List<ObjectNode> events() {
    List<ObjectNode> events = new ArrayList<>();
    for (int n = 1; n <= output; n++) {
      events.add(form == Form.SGLANG ? sglang(n) : openai(n, true));
    }
    if (usage) {
      ObjectNode last = head();
      last.putArray("choices");
      counts(last);
      events.add(last);
    }
    return events;
  }

  private ObjectNode openai(int n, boolean piece) {
    ObjectNode answer = head();
    ObjectNode choice = answer.putArray("choices").addObject().put("index", 0);
    String text = TOKEN.repeat(piece ? 1 : n);
    if (form == Form.COMPLETION) {
      choice.put("text", text);
    } else {
      choice.putObject(piece ? "delta" : "message").put("role", "assistant").put("content", text);
    }
    choice.put("finish_reason", n == output ? "length" : null);
    return answer;
  }

  private ObjectNode head() {
    String kind = form == Form.CHAT ? "chat.completion" : "text_completion";
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", "cmpl-1")
        .put("object", kind)
        .put("model", model);
  }

  private void counts(ObjectNode answer) {
    answer
        .putObject("usage")
        .put("prompt_tokens", prompt)
        .put("completion_tokens", output)
        .put("total_tokens", prompt + output);
  }

  private ObjectNode sglang(int n) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("text", TOKEN.repeat(n));
    answer.putArray("output_ids").add(100 + n);
    ObjectNode meta = answer.putObject("meta_info").put("id", "1");
    if (n == output) {
      meta.putObject("finish_reason").put("type", "length").put("length", output);
    } else {
      meta.putNull("finish_reason");
    }
    meta.put("prompt_tokens", prompt).put("completion_tokens", n).put("cached_tokens", 0);
    return answer;
  }
}
