package io.tokenstorm.replica.form;

/**
 * One API's answers as text. Words need no escape in JSON. Each method gives whole events, ends of
 * lines included; empty where there is nothing to send.
 */
public interface AnswerForm {
  /** The content type of a stream. */
  default String streamType() {
    return "text/event-stream; charset=utf-8";
  }

  /** What comes before the first words. */
  default String opening(AnswerFacts facts) {
    return "";
  }

  /**
   * An event with the next words.
   *
   * @param before all words sent before
   * @param tokens of the answer so far, these words included
   */
  String event(AnswerFacts facts, String words, String before, int tokens);

  /** What ends the stream. */
  String closing(AnswerFacts facts, String text);

  /** An error in the place of the rest. */
  String error(String message);

  /** The whole answer in one piece. */
  String whole(AnswerFacts facts, String text);
}
