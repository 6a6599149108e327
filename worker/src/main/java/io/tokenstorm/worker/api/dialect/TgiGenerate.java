package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.BodyFields;
import io.tokenstorm.worker.api.PromptPlace;
import io.tokenstorm.worker.api.RequestForm;
import io.tokenstorm.worker.chunk.ChunkReader;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hugging Face's text-generation-inference: {@code /generate_stream}, and {@code /generate} where
 * no stream is asked for. The model is the one served. A temperature of 0, which this API refuses,
 * is left out: without one it decodes greedily.
 */
public final class TgiGenerate implements ApiDialect {
  @Override
  public Api api() {
    return Api.TGI_GENERATE;
  }

  @Override
  public BodyFields body(RequestForm form) {
    BodyFields base = new BodyFields().put("inputs", PromptPlace.TEXT);
    return Fields.nested(base, withDetails(form), "parameters", "max_new_tokens");
  }

  private static RequestForm withDetails(RequestForm form) {
    RequestSpec spec = form.spec();
    Map<String, Object> sampling = new LinkedHashMap<>(spec.sampling());
    sampling.put("details", true);
    if (sampling.get("temperature") instanceof Number given && given.doubleValue() == 0) {
      sampling.remove("temperature");
    }
    RequestSpec changed =
        new RequestSpec(
            spec.api(),
            spec.outputTokens(),
            spec.stream(),
            spec.includeUsage(),
            sampling,
            spec.extraBody());
    return new RequestForm(form.model(), changed, form.includeUsage(), form.prompt());
  }

  @Override
  public ChunkReader newReader() {
    return new TgiReader();
  }
}
