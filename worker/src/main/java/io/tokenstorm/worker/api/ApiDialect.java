package io.tokenstorm.worker.api;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.RequestSpec;

/** One API: where requests go and what their bodies look like. Implementations are stateless. */
public interface ApiDialect {
  /** The path below the target's base URL. */
  String path();

  /**
   * The body of every request of a phase, but for the prompt. Fields of {@code extraBody} win over
   * {@code sampling}, and both over what is set by default.
   *
   * @param includeUsage whether {@code stream_options.include_usage} is asked for
   */
  BodyTemplate body(String model, RequestSpec spec, boolean includeUsage);

  /** The dialect of an API that a plan can name. */
  static ApiDialect of(Api api) {
    return switch (api) {
      case OPENAI_CHAT -> OpenAiDialect.CHAT;
      case OPENAI_COMPLETIONS -> OpenAiDialect.COMPLETIONS;
    };
  }
}
