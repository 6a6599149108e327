package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.form.AnswerFacts;
import io.tokenstorm.replica.form.AnswerForm;
import io.tokenstorm.replica.http.Headers;
import io.tokenstorm.replica.http.ResponseBytes;
import io.tokenstorm.replica.net.Connection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An answer in one of the further APIs' forms: a stream in chunks, or one piece at the end. */
final class FormWire implements AnswerWire {
  private final Connection connection;
  private final AnswerHead head;
  private final AnswerForm form;
  private final AnswerFacts facts;
  private final boolean stream;
  private final StringBuilder text = new StringBuilder();
  private boolean begun;
  private int tokens;

  FormWire(Connection connection, AnswerHead head) {
    this.connection = connection;
    this.head = head;
    this.form = head.request().api().form();
    this.stream = head.request().stream();
    this.facts =
        new AnswerFacts(
            head.id(),
            head.model(),
            head.request().prompt().count(),
            head.outputTokens(),
            head.finishReason(),
            head.request().listPrompt());
  }

  @Override
  public void begin() {
    if (stream) {
      List<Headers.Field> fields = new ArrayList<>(head.fields(form.streamType()));
      fields.add(new Headers.Field("transfer-encoding", "chunked"));
      connection.append(ResponseBytes.head(200, fields));
    }
  }

  @Override
  public void event(byte[] words, int length, boolean last) {
    String more = new String(words, 0, length, StandardCharsets.US_ASCII);
    tokens += (int) more.chars().filter(c -> c == ' ').count(); // each word begins with one
    if (stream) {
      chunk((begun ? "" : form.opening(facts)) + form.event(facts, more, text.toString(), tokens));
    }
    begun = true;
    text.append(more);
  }

  @Override
  public void finish() {
    if (stream) {
      chunk(form.closing(facts, text.toString()));
      connection.append(ascii("0\r\n\r\n"));
    } else {
      connection.append(whole());
    }
  }

  @Override
  public void error(String message) {
    if (stream) {
      chunk(form.error(message));
      connection.append(ascii("0\r\n\r\n"));
    } else {
      connection.append(PlainAnswers.error(500, message));
    }
  }

  @Override
  public void truncate() {
    if (stream) {
      connection.append(ascii("40\r\n{\"cut"));
    } else {
      byte[] bytes = whole();
      connection.append(bytes, 0, bytes.length - 16);
    }
  }

  private byte[] whole() {
    return ResponseBytes.whole(
        200, head.fields("application/json"), ascii(form.whole(facts, text.toString())));
  }

  private void chunk(String events) {
    if (!events.isEmpty()) {
      byte[] bytes = ascii(events);
      connection.append(ascii(Integer.toHexString(bytes.length) + "\r\n"));
      connection.append(bytes);
      connection.append(ascii("\r\n"));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
