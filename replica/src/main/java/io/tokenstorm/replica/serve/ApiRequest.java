package io.tokenstorm.replica.serve;

/**
 * What a request for an answer asks for.
 *
 * @param api the API it speaks
 * @param prompt the prompt's tokens
 * @param maxTokens tokens of the answer at most
 * @param ignoreEos whether the answer must reach {@code maxTokens}
 * @param stream whether it is streamed
 * @param includeUsage whether the stream ends with a usage event
 * @param listPrompt whether the answer is to list the prompt's tokens
 */
record ApiRequest(
    SpokenApi api,
    PromptTokens prompt,
    int maxTokens,
    boolean ignoreEos,
    boolean stream,
    boolean includeUsage,
    boolean listPrompt) {

  /** Whether the answer has the form of OpenAI's chat. */
  boolean chat() {
    return api == SpokenApi.CHAT;
  }

  /** A prompt's token ids. */
  static final class PromptTokens {
    private final int[] ids;

    PromptTokens(int[] ids) {
      this.ids = ids;
    }

    int[] ids() {
      return ids;
    }

    int count() {
      return ids.length;
    }

    /** A number that stands for the whole prompt: what the answer's words depend on. */
    long seed() {
      long hash = 1125899906842597L;
      for (int id : ids) {
        hash = hash * 31 + id;
      }
      return hash;
    }
  }
}
