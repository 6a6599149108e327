package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.http.ResponseBytes;
import io.tokenstorm.replica.net.Connection;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** An answer that is sent in one piece when it is complete. */
final class WholeWire implements AnswerWire {
  private final Connection connection;
  private final AnswerHead head;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();

  WholeWire(Connection connection, AnswerHead head) {
    this.connection = connection;
    this.head = head;
  }

  @Override
  public void begin() {
    // nothing is sent before the end
  }

  @Override
  public void event(byte[] words, int length, boolean last) {
    text.write(words, 0, length);
  }

  @Override
  public void finish() {
    connection.append(whole());
  }

  @Override
  public void error(String message) {
    connection.append(PlainAnswers.error(500, message));
  }

  @Override
  public void truncate() {
    byte[] bytes = whole();
    connection.append(bytes, 0, bytes.length - 16);
  }

  private byte[] whole() {
    String words = text.toString(StandardCharsets.UTF_8);
    boolean chat = head.request().chat();
    String choice =
        chat
            ? "{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"" + words + "\"}"
            : "{\"index\":0,\"text\":\"" + words + "\"";
    String body =
        head.json(chat ? "chat.completion" : "text_completion")
            + choice
            + ",\"logprobs\":null,\"finish_reason\":\""
            + head.finishReason()
            + "\"}],"
            + head.usage(head.outputTokens())
            + "}";
    return ResponseBytes.whole(
        200, head.fields("application/json"), body.getBytes(StandardCharsets.UTF_8));
  }
}
