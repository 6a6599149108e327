package io.tokenstorm.protocol.record;

/**
 * How a request ended. {@code Lost} is no outcome of a record: a lost request has no record, only a
 * count.
 */
public sealed interface Outcome {
  /** A complete answer, perhaps of zero tokens. */
  record Completed() implements Outcome {}

  /**
   * The request failed.
   *
   * @param kind why
   * @param httpStatus the status of the answer, 0 if none arrived
   * @param detail what was seen, for a person; at most {@value #MAX_DETAIL} characters
   */
  record Failed(ErrorKind kind, int httpStatus, String detail) implements Outcome {
    /** The longest detail kept. */
    public static final int MAX_DETAIL = 256;

    public Failed {
      if (detail.length() > MAX_DETAIL) {
        // never half of a surrogate pair: it would not survive its binary form
        int end = Character.isHighSurrogate(detail.charAt(MAX_DETAIL - 1)) ? 1 : 0;
        detail = detail.substring(0, MAX_DETAIL - end);
      }
    }
  }

  /** Ended by us: the phase was ended by force, or the lease had long lapsed. */
  record Cut() implements Outcome {}

  /** The one value of {@link Completed}. */
  Outcome COMPLETED = new Completed();

  /** The one value of {@link Cut}. */
  Outcome CUT = new Cut();
}
