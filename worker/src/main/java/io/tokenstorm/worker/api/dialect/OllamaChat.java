package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.BodyFields;
import io.tokenstorm.worker.api.Framing;
import io.tokenstorm.worker.api.RequestForm;
import io.tokenstorm.worker.chunk.ChunkReader;

/** Ollama's {@code /api/chat}: one JSON object a line. */
public final class OllamaChat implements ApiDialect {
  @Override
  public Api api() {
    return Api.OLLAMA_CHAT;
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
            .put("messages", Fields.userMessage())
            .put("stream", form.spec().stream());
    return Fields.nested(base, form, "options", "num_predict");
  }

  @Override
  public ChunkReader newReader() {
    return new OllamaReader();
  }
}
