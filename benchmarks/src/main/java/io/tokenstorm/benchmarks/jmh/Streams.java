package io.tokenstorm.benchmarks.jmh;

import java.nio.charset.StandardCharsets;

/** Answers of a server as bytes: chunks of about 220 bytes, one event each, as vLLM frames them. */
final class Streams {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

  private Streams() {}

  /** One token's chunk. */
  static byte[] token(int number) {
    return tokenText(number).getBytes(StandardCharsets.US_ASCII);
  }

  private static String tokenText(int number) {
    return "{\"id\":\"chatcmpl-4f2b8c1d9e6a4b07a5d3c2e1f0987654\",\"object\":"
        + "\"chat.completion.chunk\",\"created\":"
        + (1_764_500_000 + number)
        + ",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" tok\"},"
        + "\"logprobs\":null,\"finish_reason\":null}]}";
  }

  /**
   * A whole answer.
   *
   * @param alike whether the tokens differ in nothing but their text
   */
  static byte[] answer(int tokens, boolean alike) {
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < tokens; i++) {
      event(text, tokenText(alike ? 0 : i));
    }
    event(text, "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}");
    event(text, "[DONE]");
    return text.append("0\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static void event(StringBuilder to, String data) {
    String event = "data: " + data + "\n\n";
    to.append(Integer.toHexString(event.length())).append("\r\n").append(event).append("\r\n");
  }
}
