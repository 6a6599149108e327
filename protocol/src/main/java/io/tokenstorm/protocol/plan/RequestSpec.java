package io.tokenstorm.protocol.plan;

import java.util.Map;

/**
 * What is asked of the server in each request of a phase.
 *
 * @param api the API spoken
 * @param outputTokens {@code max_tokens}, ≥ 1
 * @param stream whether a stream is asked for
 * @param includeUsage whether {@code stream_options.include_usage} is asked for
 * @param sampling sampling fields of the body by their API names, in the plan's order: {@code
 *     temperature}, {@code ignore_eos}, …; values are numbers, booleans, strings or lists of them
 * @param extraBody further fields of the body, likewise; may nest
 */
public record RequestSpec(
    Api api,
    int outputTokens,
    boolean stream,
    boolean includeUsage,
    Map<String, Object> sampling,
    Map<String, Object> extraBody) {

  /** The same without asking for usage. */
  public RequestSpec withoutUsage() {
    return new RequestSpec(api, outputTokens, stream, false, sampling, extraBody);
  }
}
