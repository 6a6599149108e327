package io.tokenstorm.replica.serve;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tokenstorm.replica.http.Headers;
import java.util.List;

/**
 * What every event of one answer repeats.
 *
 * @param id the answer's id
 * @param requestId the request's id, echoed as {@code x-request-id}
 * @param createdSeconds Unix time
 * @param model the model's name
 * @param request what was asked for
 * @param outputTokens tokens the answer will have
 * @param finishReason how it will end: {@code length} or {@code stop}
 */
record AnswerHead(
    String id,
    String requestId,
    long createdSeconds,
    String model,
    ApiRequest request,
    int outputTokens,
    String finishReason) {

  /** The beginning of a JSON object up to its choices, without the object's end. */
  String json(String object) {
    return "{\"id\":\""
        + quote(id)
        + "\",\"object\":\""
        + object
        + "\",\"created\":"
        + createdSeconds
        + ",\"model\":\""
        + quote(model)
        + "\",\"choices\":[";
  }

  String usage(int outputTokensSoFar) {
    int prompt = request.prompt().count();
    return "\"usage\":{\"prompt_tokens\":"
        + prompt
        + ",\"total_tokens\":"
        + (prompt + outputTokensSoFar)
        + ",\"completion_tokens\":"
        + outputTokensSoFar
        + "}";
  }

  List<Headers.Field> fields(String contentType) {
    return List.of(
        new Headers.Field("server", "tokenstorm-replica"),
        new Headers.Field("content-type", contentType),
        new Headers.Field("x-request-id", requestId));
  }

  static String quote(String text) {
    return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text));
  }
}
