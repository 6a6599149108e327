package io.tokenstorm.server;

/** The stages of a server's life, in order. The text says what is waited for. */
public enum Stage {
  /** Before the start: nobody may listen on the server's port. */
  PORT_CHECK("the port to be free"),
  /** The process is made. */
  LAUNCH("the process to start"),
  /** The health path answers 200. */
  HEALTH("the health path to answer 200"),
  /** {@code /v1/models} lists the model. */
  MODEL("a model to be listed"),
  /** One request is answered. */
  WARM_REQUEST("a first request to be answered"),
  /** It was ready and serves. */
  SERVING("nothing: it was serving"),
  /** All its processes end. */
  STOP("its processes to end"),
  /** Nobody listens on its port any more. */
  PORT_RELEASE("its port to be free again"),
  /** The user's check passes. */
  CHECK("the check after the stop to pass");

  private final String awaited;

  Stage(String awaited) {
    this.awaited = awaited;
  }

  /** What this stage waits for, in words. */
  public String awaited() {
    return awaited;
  }

  /** Whether it is before the server is ready. */
  public boolean isStart() {
    return compareTo(SERVING) < 0;
  }
}
