package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.BodyFields;
import io.tokenstorm.worker.api.PromptPlace;
import io.tokenstorm.worker.api.RequestForm;
import io.tokenstorm.worker.chunk.ChunkReader;

/** OpenAI's Responses API; its events say in {@code type} what they are. */
public final class OpenAiResponses implements ApiDialect {
  @Override
  public Api api() {
    return Api.OPENAI_RESPONSES;
  }

  @Override
  public BodyFields body(RequestForm form) {
    return new BodyFields()
        .put("model", form.model())
        .put("input", PromptPlace.TEXT)
        .put("max_output_tokens", form.spec().outputTokens())
        .put("stream", form.spec().stream())
        .override(form.spec().sampling())
        .addAll(form.spec().extraBody());
  }

  @Override
  public ChunkReader newReader() {
    return new ResponsesReader();
  }
}
