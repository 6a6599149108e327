package io.tokenstorm.worker.answer;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.chunk.AnswerText;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for all requests of a slot in a phase.
 *
 * @param stream whether a stream is asked for
 * @param replicaHeader the field by which a gateway names the replica, in lower case
 * @param target who answers where no field says so: the URL's authority
 * @param plannedInput input tokens aimed at
 * @param api how answers are read
 * @param text where each answer's text is kept; null: nowhere
 */
public record ExchangeSettings(
    boolean stream,
    @Nullable String replicaHeader,
    String target,
    int plannedInput,
    ApiDialect api,
    @Nullable AnswerText text) {

  /** For OpenAI's chat API. */
  public ExchangeSettings(
      boolean stream, @Nullable String replicaHeader, String target, int plannedInput) {
    this(stream, replicaHeader, target, plannedInput, ApiDialect.of(Api.OPENAI_CHAT), null);
  }
}
