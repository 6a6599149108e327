package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.http.Headers;
import io.tokenstorm.replica.http.ResponseBytes;
import io.tokenstorm.replica.net.Connection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A streamed answer: server-sent events, each in a chunk of its own. */
final class StreamWire implements AnswerWire {
  private static final byte[] CRLF = ascii("\r\n");
  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final byte[] DONE = ascii("data: [DONE]\n\n");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

  private final Connection connection;
  private final AnswerHead head;
  private final byte[] before;
  private final byte[] after;
  private final byte[] size = new byte[10];
  private boolean begun;

  StreamWire(Connection connection, AnswerHead head) {
    this.connection = connection;
    this.head = head;
    boolean chat = head.request().chat();
    String choice = chat ? "{\"index\":0,\"delta\":{\"content\":\"" : "{\"index\":0,\"text\":\"";
    this.before = ascii("data: " + head.json(object()) + choice);
    this.after = ascii(afterWords("null"));
  }

  private String object() {
    return head.request().chat() ? "chat.completion.chunk" : "text_completion";
  }

  private String afterWords(String reason) {
    return head.request().chat()
        ? "\"},\"logprobs\":null,\"finish_reason\":" + reason + "}]}\n\n"
        : "\",\"logprobs\":null,\"finish_reason\":" + reason + ",\"stop_reason\":null}]}\n\n";
  }

  @Override
  public void begin() {
    List<Headers.Field> fields = new ArrayList<>(head.fields("text/event-stream; charset=utf-8"));
    fields.add(new Headers.Field("transfer-encoding", "chunked"));
    connection.append(ResponseBytes.head(200, fields));
  }

  @Override
  public void event(byte[] words, int length, boolean last) {
    if (!begun) {
      role();
    }
    begun = true;
    byte[] end = last ? ascii(afterWords("\"" + head.finishReason() + "\"")) : after;
    chunkSize(before.length + length + end.length);
    connection.append(before);
    connection.append(words, 0, length);
    connection.append(end);
    connection.append(CRLF);
  }

  /** The first event of a chat names the role and carries no text, as vLLM's does. */
  private void role() {
    if (head.request().chat()) {
      chunk(
          ascii(
              "data: "
                  + head.json(object())
                  + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},"
                  + "\"logprobs\":null,\"finish_reason\":null}]}\n\n"));
    }
  }

  @Override
  public void finish() {
    if (head.request().includeUsage()) {
      String usage = head.json(object()) + "]," + head.usage(head.outputTokens()) + "}";
      chunk(ascii("data: " + usage + "\n\n"));
    }
    chunk(DONE);
    connection.append(LAST_CHUNK);
  }

  @Override
  public void error(String message) {
    String error =
        "{\"message\":\"" + AnswerHead.quote(message) + "\",\"type\":\"InternalServerError\"";
    chunk(ascii("data: {\"error\":" + error + ",\"param\":null,\"code\":500}}\n\n"));
    chunk(DONE);
    connection.append(LAST_CHUNK);
  }

  @Override
  public void truncate() {
    chunkSize(before.length + after.length);
    connection.append(before, 0, before.length / 2);
  }

  private void chunk(byte[] bytes) {
    chunkSize(bytes.length);
    connection.append(bytes);
    connection.append(CRLF);
  }

  private void chunkSize(int length) {
    int at = size.length;
    size[--at] = '\n';
    size[--at] = '\r';
    for (int rest = length; rest > 0; rest >>>= 4) {
      size[--at] = HEX[rest & 15];
    }
    connection.append(size, at, size.length - at);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
