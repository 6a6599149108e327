package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.BodyFields;
import io.tokenstorm.worker.api.PromptPlace;
import io.tokenstorm.worker.api.RequestForm;
import io.tokenstorm.worker.chunk.ChunkReader;

/** SGLang's own {@code /generate}; takes token ids. The model is the one served. */
public final class SglangGenerate implements ApiDialect {
  @Override
  public Api api() {
    return Api.SGLANG_GENERATE;
  }

  @Override
  public BodyFields body(RequestForm form) {
    BodyFields base =
        new BodyFields()
            .put(form.prompt() == PromptPlace.TEXT ? "text" : "input_ids", form.prompt())
            .put("stream", form.spec().stream());
    return Fields.nested(base, form, "sampling_params", "max_new_tokens");
  }

  @Override
  public ChunkReader newReader() {
    return new SglangReader();
  }
}
