package io.tokenstorm.protocol.record;

/**
 * The instants of one request. {@code sentNanos} lies on the time line of whoever holds the record:
 * the worker's own ticker until the merge, the coordinator's after it ({@link #shifted}). All
 * others are nanoseconds <em>after</em> {@code sent}; {@link #NONE} where the instant never came.
 *
 * @param sentNanos just before the first write, or before the connect where one was needed
 * @param turnaroundNanos sent − intended, ≥ 0: the client's own delay
 * @param connectNanos how long the connect took (TLS included); {@link #NONE} on a reused
 *     connection
 * @param writtenNanos the first byte had been given to the socket
 * @param headersNanos the response head had arrived
 * @param firstTokenNanos arrival of the bytes that completed the first output-bearing event
 * @param firstAnswerNanos the same for the first output-bearing event that is not reasoning
 * @param lastTokenNanos the same for the last output-bearing event
 * @param endNanos the outcome was known; always set
 */
public record Instants(
    long sentNanos,
    long turnaroundNanos,
    long connectNanos,
    long writtenNanos,
    long headersNanos,
    long firstTokenNanos,
    long firstAnswerNanos,
    long lastTokenNanos,
    long endNanos) {
  /** The instant did not come. */
  public static final long NONE = -1;

  /** The same instants on a time line that reads {@code offsetNanos} more at the same moment. */
  public Instants shifted(long offsetNanos) {
    return new Instants(
        sentNanos + offsetNanos,
        turnaroundNanos,
        connectNanos,
        writtenNanos,
        headersNanos,
        firstTokenNanos,
        firstAnswerNanos,
        lastTokenNanos,
        endNanos);
  }
}
