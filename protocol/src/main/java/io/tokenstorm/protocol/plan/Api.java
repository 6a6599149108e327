package io.tokenstorm.protocol.plan;

/** The API a request speaks. The label is its name in a plan. */
public enum Api {
  OPENAI_CHAT("openai-chat", "/v1/chat/completions"),
  OPENAI_COMPLETIONS("openai-completions", "/v1/completions");

  private final String label;
  private final String path;

  Api(String label, String path) {
    this.label = label;
    this.path = path;
  }

  public String label() {
    return label;
  }

  /** The path below a route's URL. */
  public String path() {
    return path;
  }
}
