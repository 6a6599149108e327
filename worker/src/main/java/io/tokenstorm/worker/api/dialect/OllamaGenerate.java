package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.BodyFields;
import io.tokenstorm.worker.api.Framing;
import io.tokenstorm.worker.api.PromptPlace;
import io.tokenstorm.worker.api.RequestForm;
import io.tokenstorm.worker.chunk.ChunkReader;

/** Ollama's {@code /api/generate}: one JSON object a line. */
public final class OllamaGenerate implements ApiDialect {
  @Override
  public Api api() {
    return Api.OLLAMA_GENERATE;
  }

  @Override
  public Framing framing() {
    return Framing.LINES;
  }

  @Override
  public BodyFields body(RequestForm form) {
    BodyFields base =
        new BodyFields()
            .put("model", form.model())
            .put("prompt", PromptPlace.TEXT)
            .put("stream", form.spec().stream());
    return Fields.nested(base, form, "options", "num_predict");
  }

  @Override
  public ChunkReader newReader() {
    return new OllamaReader();
  }
}
