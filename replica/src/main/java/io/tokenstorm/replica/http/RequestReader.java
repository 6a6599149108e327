package io.tokenstorm.replica.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests from the bytes of one connection, one after the other, cut in any way. Invariant:
 * a request is returned exactly when its last byte has been given, and no byte behind it is
 * consumed. After an {@link HttpProblem} the connection is of no further use.
 */
public final class RequestReader {
  private static final int MOST_BODY_BYTES = 64 << 20;

  private final HeadReader head = new HeadReader();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(1024);
  private @Nullable BodyReader bodyReader;
  private String @Nullable [] startLine;
  private Headers headers = new Headers(List.of());
  private boolean wantsContinue;

  /** Reads on; a request once one is complete. */
  public Optional<HttpRequest> read(ByteBuffer bytes) throws HttpProblem {
    if (bodyReader == null) {
      head.read(bytes);
      if (!head.complete()) {
        return Optional.empty();
      }
      beginBody();
    }
    BodyReader reader = bodyReader;
    if (reader != null) {
      reader.read(bytes);
    }
    return reader != null && reader.done() ? Optional.of(finish()) : Optional.empty();
  }

  /** Whether the client waits to be told to go on; true once for each such request. */
  public boolean takeWantsContinue() {
    boolean wants = wantsContinue;
    wantsContinue = false;
    return wants;
  }

  /** Whether nothing of a next request has come yet. */
  public boolean idle() {
    return head.empty();
  }

  private void beginBody() throws HttpProblem {
    List<String> lines = head.lines();
    String[] start = lines.get(0).split(" ", -1);
    if (start.length != 3 || start[0].isEmpty() || !start[1].startsWith("/")) {
      throw new HttpProblem(400, "the request line is not METHOD /target HTTP/1.1");
    }
    if (!start[2].equals("HTTP/1.1") && !start[2].equals("HTTP/1.0")) {
      throw new HttpProblem(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
    }
    headers = Headers.parse(lines.subList(1, lines.size()));
    Framing framing = headers.framing(Framing.NONE);
    if (framing.length() > MOST_BODY_BYTES) {
      throw new HttpProblem(413, "the body is longer than " + MOST_BODY_BYTES + " bytes");
    }
    wantsContinue = headers.contains("expect", "100-continue");
    startLine = start;
    bodyReader = new BodyReader(framing, this::collect);
  }

  private void collect(ByteBuffer payload) throws HttpProblem {
    if (body.size() + payload.remaining() > MOST_BODY_BYTES) {
      throw new HttpProblem(413, "the body is longer than " + MOST_BODY_BYTES + " bytes");
    }
    byte[] copy = new byte[payload.remaining()];
    payload.get(copy);
    body.write(copy, 0, copy.length);
  }

  private HttpRequest finish() {
    String[] start = startLine;
    if (start == null) {
      throw new IllegalStateException("a body without a head");
    }
    HttpRequest request = new HttpRequest(start, headers, body.toByteArray());
    head.clear();
    body.reset();
    bodyReader = null;
    startLine = null;
    wantsContinue = false;
    return request;
  }
}
