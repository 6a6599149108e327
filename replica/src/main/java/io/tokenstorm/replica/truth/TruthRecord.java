package io.tokenstorm.replica.truth;

/**
 * What really happened to one request, as its replica saw it. Instants are {@code System.nanoTime}.
 *
 * @param requestId the {@code x-request-id} it came with, or the replica's own
 * @param replica the replica's name
 * @param route the {@code routing-strategy} header it came with, or empty
 * @param arrivalNanos when its last byte had been read
 * @param endNanos when the last byte of the answer was given to the socket, or it ended otherwise
 * @param inFlightAtArrival requests in flight at the replica, this one included
 * @param promptTokens tokens of the prompt, template included
 * @param cachedTokens how many of them the prefix cache had
 * @param outputTokens tokens given to the socket (with {@code stream: false}: in the answer)
 * @param bytes bytes of the answer given to the socket
 * @param ended {@code done}, {@code client_closed}, {@code rejected}, {@code down}, {@code
 *     shutdown} or {@code fault:KIND}
 * @param trace the output events; empty without streaming
 */
public record TruthRecord(
    String requestId,
    String replica,
    String route,
    long arrivalNanos,
    long endNanos,
    int inFlightAtArrival,
    int promptTokens,
    int cachedTokens,
    int outputTokens,
    long bytes,
    String ended,
    TokenTrace trace) {

  /** When the first output event was given to the socket; 0 if none was. */
  public long firstTokenNanos() {
    return trace.size() == 0 ? 0 : trace.writtenNanos(0);
  }
}
