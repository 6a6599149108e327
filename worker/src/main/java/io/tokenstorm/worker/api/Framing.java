package io.tokenstorm.worker.api;

/** How the events of a stream are told apart. */
public enum Framing {
  /** Server-sent events; {@code data: [DONE]} ends a stream where the server sends it. */
  EVENTS("text/event-stream"),
  /** One JSON object a line. */
  LINES("application/x-ndjson");

  private final String mediaType;

  Framing(String mediaType) {
    this.mediaType = mediaType;
  }

  /** What a request for such a stream accepts. */
  public String mediaType() {
    return mediaType;
  }
}
