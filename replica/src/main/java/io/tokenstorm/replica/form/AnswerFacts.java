package io.tokenstorm.replica.form;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/**
 * What an answer's form repeats.
 *
 * @param id the answer's id
 * @param model the model's name
 * @param promptTokens tokens of the prompt
 * @param outputTokens tokens that the answer has in the end
 * @param finishReason {@code length} or {@code stop}
 * @param listPrompt whether the prompt's tokens are to be listed
 */
public record AnswerFacts(
    String id,
    String model,
    int promptTokens,
    int outputTokens,
    String finishReason,
    boolean listPrompt) {

  static String quote(String text) {
    return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
