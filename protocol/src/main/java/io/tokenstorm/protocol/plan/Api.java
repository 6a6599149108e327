package io.tokenstorm.protocol.plan;

import java.util.Set;

/**
 * The API a request speaks. The label is its name in a plan; {@code docs/apis.md} says what each
 * asks and how its answers are read.
 */
public enum Api {
  OPENAI_CHAT("openai-chat", "/v1/chat/completions"),
  OPENAI_COMPLETIONS("openai-completions", "/v1/completions"),
  OPENAI_RESPONSES("openai-responses", "/v1/responses"),
  SGLANG_GENERATE("sglang-generate", "/generate"),
  TGI_GENERATE("tgi-generate", "/generate_stream"),
  OLLAMA_CHAT("ollama-chat", "/api/chat"),
  OLLAMA_GENERATE("ollama-generate", "/api/generate");

  private final String label;
  private final String path;

  Api(String label, String path) {
    this.label = label;
    this.path = path;
  }

  public String label() {
    return label;
  }

  /**
   * The path below a route's URL.
   *
   * @param stream whether a stream is asked for: one API has an endpoint of its own for that
   */
  public String path(boolean stream) {
    return this == TGI_GENERATE && !stream ? "/generate" : path;
  }

  /** Fields of the body that hold the prompt or its answer's length: a plan cannot set them. */
  public Set<String> ownFields() {
    return switch (this) {
      case OPENAI_CHAT, OLLAMA_CHAT -> Set.of("messages");
      case OPENAI_COMPLETIONS, OLLAMA_GENERATE -> Set.of("prompt");
      case OPENAI_RESPONSES -> Set.of("input", "max_output_tokens");
      case SGLANG_GENERATE -> Set.of("text", "input_ids");
      case TGI_GENERATE -> Set.of("inputs");
    };
  }

  /** Whether a prompt may be sent as token ids. */
  public boolean takesTokenIds() {
    return this == OPENAI_COMPLETIONS || this == SGLANG_GENERATE;
  }

  /** Whether a stream tells its token counts only if {@code stream_options} asks for them. */
  public boolean asksForUsage() {
    return this == OPENAI_CHAT || this == OPENAI_COMPLETIONS;
  }
}
