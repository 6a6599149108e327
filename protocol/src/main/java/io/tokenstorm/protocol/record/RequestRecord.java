package io.tokenstorm.protocol.record;

/**
 * Everything kept about one request. The unit of the spool, of the wire and of the record log.
 *
 * @param key which request
 * @param replica who answered, as the target names itself (replica header, else the URL's
 *     authority); empty if unknown
 * @param instants when things happened
 * @param gaps between consecutive output-bearing events
 * @param outcome how it ended
 * @param tokens counts and their sources
 * @param finishReason as the server gave it last; empty if none
 * @param responseBytes bytes of the answer read from the socket, head and framing included
 * @param silent events of the answer that named a choice without output
 */
public record RequestRecord(
    RequestKey key,
    String replica,
    Instants instants,
    Gaps gaps,
    Outcome outcome,
    TokenCounts tokens,
    String finishReason,
    long responseBytes,
    SilentEvents silent) {

  /** A record whose silent events were not noted. */
  public RequestRecord(
      RequestKey key,
      String replica,
      Instants instants,
      Gaps gaps,
      Outcome outcome,
      TokenCounts tokens,
      String finishReason,
      long responseBytes) {
    this(
        key,
        replica,
        instants,
        gaps,
        outcome,
        tokens,
        finishReason,
        responseBytes,
        SilentEvents.UNKNOWN);
  }

  public boolean succeeded() {
    return outcome instanceof Outcome.Completed;
  }

  /** The same record on another time line; see {@link Instants#shifted}. */
  public RequestRecord shifted(long offsetNanos) {
    return new RequestRecord(
        key,
        replica,
        instants.shifted(offsetNanos),
        gaps,
        outcome,
        tokens,
        finishReason,
        responseBytes,
        silent);
  }
}
