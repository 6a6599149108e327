package io.tokenstorm.replica.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows one response that is passed on: rewrites its head, and finds its end while the body's
 * bytes go through untouched, framing included. Invariant: bytes behind the end are not consumed.
 */
public final class ResponseReader {
  private static final Set<String> HOP_BY_HOP = Set.of("connection", "keep-alive", "target-pod");

  /** Takes what is to be passed on. */
  public interface Output {
    /** The head, rewritten. */
    void head(byte[] bytes);

    /** Bytes of the body; to be used before returning. */
    void body(ByteBuffer bytes);
  }

  private final HeadReader head = new HeadReader();
  private final Headers.Field added;
  private final Output output;
  private @Nullable BodyReader body;
  private boolean keepAlive = true;

  /** Reads one response and adds a field to its head. */
  public ResponseReader(Headers.Field added, Output output) {
    this.added = added;
    this.output = output;
  }

  /** Whether the whole response has come. */
  public boolean done() {
    return body != null && body.done();
  }

  /** Whether the head has been passed on. */
  public boolean begun() {
    return body != null;
  }

  /** Whether it is complete if the connection ends now. */
  public boolean endsWithConnection() {
    return body != null && body.endsWithConnection();
  }

  /** Whether the connection may be used again after the end. */
  public boolean keepAlive() {
    return keepAlive;
  }

  /** Reads on. */
  public void read(ByteBuffer bytes) throws HttpProblem {
    while (body == null && bytes.hasRemaining()) {
      head.read(bytes);
      if (head.complete()) {
        beginBody();
      }
    }
    BodyReader reader = body;
    if (reader != null && bytes.hasRemaining() && !reader.done()) {
      int from = bytes.position();
      reader.read(bytes);
      output.body(bytes.slice(from, bytes.position() - from));
    }
  }

  private void beginBody() throws HttpProblem {
    List<String> lines = head.lines();
    String[] start = lines.get(0).split(" ", 3);
    if (start.length < 2 || !start[0].startsWith("HTTP/1.") || !start[1].matches("[1-5][0-9]{2}")) {
      throw new HttpProblem(502, "the replica's answer is not HTTP/1.1");
    }
    int status = Integer.parseInt(start[1]);
    Headers headers = Headers.parse(lines.subList(1, lines.size()));
    head.clear();
    if (status < 200) {
      return; // an interim answer is not passed on
    }
    boolean empty = status == 204 || status == 304;
    Framing framing = empty ? Framing.NONE : headers.framing(Framing.UNTIL_CLOSE);
    keepAlive =
        !headers.contains("connection", "close") && framing.kind() != Framing.Kind.UNTIL_CLOSE;
    body = new BodyReader(framing, payload -> {});
    output.head(rewritten(lines.get(0), headers));
  }

  private byte[] rewritten(String statusLine, Headers headers) {
    StringBuilder text = new StringBuilder(256).append(statusLine).append("\r\n");
    for (Headers.Field field : headers.fields()) {
      if (!HOP_BY_HOP.contains(field.name().toLowerCase(Locale.ROOT))) {
        text.append(field.name()).append(": ").append(field.value()).append("\r\n");
      }
    }
    text.append(added.name()).append(": ").append(added.value()).append("\r\n\r\n");
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
