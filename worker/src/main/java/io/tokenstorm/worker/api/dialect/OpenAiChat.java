package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.BodyFields;
import io.tokenstorm.worker.api.RequestForm;
import io.tokenstorm.worker.chunk.ChunkReader;
import io.tokenstorm.worker.chunk.ChunkScanner;

/** OpenAI's chat completions, as served by vLLM, SGLang, llama.cpp and the like. */
public final class OpenAiChat implements ApiDialect {
  @Override
  public Api api() {
    return Api.OPENAI_CHAT;
  }

  @Override
  public BodyFields body(RequestForm form) {
    return Fields.openAi(form, "messages", Fields.userMessage());
  }

  @Override
  public ChunkReader newReader() {
    return new ChunkScanner();
  }
}
