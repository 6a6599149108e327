package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.BodyFields;
import io.tokenstorm.worker.api.RequestForm;
import io.tokenstorm.worker.chunk.ChunkReader;
import io.tokenstorm.worker.chunk.ChunkScanner;

/** OpenAI's completions, as served by vLLM, SGLang, llama.cpp and the like; takes token ids. */
public final class OpenAiCompletions implements ApiDialect {
  @Override
  public Api api() {
    return Api.OPENAI_COMPLETIONS;
  }

  @Override
  public BodyFields body(RequestForm form) {
    return Fields.openAi(form, "prompt", form.prompt());
  }

  @Override
  public ChunkReader newReader() {
    return new ChunkScanner();
  }
}
