package io.tokenstorm.coordinator.export.tool;

/** Why a figure of a tool is not known. */
public final class Reasons {
  public static final String NO_TEXT = "the text of answers is not kept, so it cannot be tokenized";
  public static final String NO_USAGE =
      "an answer without usage: the tool would tokenize its text, which is not kept";
  public static final String NO_SILENT =
      "the arrival of events that name a choice without output was not noted: an older record, or"
          + " an answer that was not streamed";
  public static final String NO_GAPS =
      "the arrival of each single event is not known: more events than a record keeps";
  public static final String NOTHING = "no successful request";
  public static final String NOT_STREAMED = "answers were not streamed";

  private Reasons() {}

  /** What to add where a figure leaves some requests out; empty if none. */
  public static String leftOut(String figure, long requests, String why) {
    return figure + " leaves out " + requests + " requests: " + why;
  }
}
