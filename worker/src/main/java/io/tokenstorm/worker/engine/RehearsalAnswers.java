package io.tokenstorm.worker.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a rehearsal's server answers: streams of {@link #TOKENS} tokens in chunks, as the parts that
 * are written one by one. They differ so that no branch on a token's way is run for the first time
 * later, which would make the compiler throw its code away.
 */
final class RehearsalAnswers {
  static final int TOKENS = 6;

  private static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

  private RehearsalAnswers() {}

  static byte[][][] all() {
    return new byte[][][] {usual(), varied(), cut()};
  }

  /** As most servers write it: head and first token, some tokens, the rest. */
  private static byte[][] usual() {
    String first =
        HEAD + token("\"role\":\"assistant\",\"content\":\"\"", "null") + content(0, "null");
    return new byte[][] {ascii(first), ascii(tokens(false)), ascii(end())};
  }

  /** Each token differs in more than its text from the one before, and there are comments. */
  private static byte[][] varied() {
    String first = HEAD + content(0, "null") + sized(": alive\n\n");
    return new byte[][] {ascii(first), ascii(tokens(true)), ascii(end())};
  }

  /** Cut anywhere. */
  private static byte[][] cut() {
    byte[] whole = ascii(HEAD + content(0, "null") + tokens(false) + end());
    byte[][] parts = new byte[5][];
    for (int i = 0; i < parts.length; i++) {
      int from = i * whole.length / parts.length;
      int to = (i + 1) * whole.length / parts.length;
      parts[i] = Arrays.copyOfRange(whole, from, to);
    }
    return parts;
  }

  private static String tokens(boolean logprobs) {
    StringBuilder more = new StringBuilder();
    for (int i = 1; i < TOKENS; i++) {
      more.append(content(i, logprobs ? "{\"tokens\":[" + i + "]}" : "null"));
    }
    return more.toString();
  }

  private static String end() {
    return event("{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}", "null")
        + event("", "{\"prompt_tokens\":50,\"completion_tokens\":" + TOKENS + "}")
        + sized("data: [DONE]\n\n")
        + "0\r\n\r\n";
  }

  private static String content(int i, String logprobs) {
    String text = i % 3 == 2 ? " know\\n" : " tok" + i;
    return token("\"content\":\"" + text + "\"", logprobs);
  }

  private static String token(String delta, String logprobs) {
    return event(
        "{\"index\":0,\"delta\":{"
            + delta
            + "},\"logprobs\":"
            + logprobs
            + ",\"finish_reason\":null}",
        "null");
  }

  private static String event(String choices, String usage) {
    return sized(
        "data: {\"id\":\"chatcmpl-0\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
            + "\"model\":\"rehearsal\",\"choices\":["
            + choices
            + "],\"usage\":"
            + usage
            + "}\n\n");
  }

  private static String sized(String data) {
    return Integer.toHexString(data.length()) + "\r\n" + data + "\r\n";
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
