package io.tokenstorm.server.life;

/**
 * What the server answered when it was asked for a stage.
 *
 * @param verdict what that means
 * @param said in words, for the user, if it is not yes
 */
public record StageAnswer(Verdict verdict, String said) {
  /** It answered as it should. */
  public static final StageAnswer YES = new StageAnswer(Verdict.YES, "");

  /** What an answer means. */
  public enum Verdict {
    /** The stage is done. */
    YES,
    /** Ask again. */
    NOT_YET,
    /** It hardly comes about: to be asked again for a while, not to the deadline. */
    UNLIKELY,
    /** Asking again is in vain. */
    NEVER
  }

  /** It may still come about. */
  public static StageAnswer notYet(String said) {
    return new StageAnswer(Verdict.NOT_YET, said);
  }

  /** It hardly comes about. */
  public static StageAnswer unlikely(String said) {
    return new StageAnswer(Verdict.UNLIKELY, said);
  }

  /** It will not come about. */
  public static StageAnswer never(String said) {
    return new StageAnswer(Verdict.NEVER, said);
  }
}
