package io.tokenstorm.replica.truth;

import java.util.Arrays;

/**
 * The output events of one answer, in order: when each was given to the socket, how late that was
 * against the schedule, and how many tokens it carried. All in nanoseconds of {@code
 * System.nanoTime} (CLOCK_MONOTONIC on Linux, the same for every process of the machine).
 */
public final class TokenTrace {
  private long[] writtenNanos = new long[16];
  private long[] dueNanos = new long[16];
  private int[] tokens = new int[16];
  private int size;
  private int stamped;

  /** Adds an event that will be stamped by the next write. */
  public void add(long due, int tokensInEvent) {
    if (size == tokens.length) {
      writtenNanos = Arrays.copyOf(writtenNanos, size * 2);
      dueNanos = Arrays.copyOf(dueNanos, size * 2);
      tokens = Arrays.copyOf(tokens, size * 2);
    }
    dueNanos[size] = due;
    tokens[size++] = tokensInEvent;
  }

  /** Stamps every event added since the last write. */
  public void stamp(long nanos) {
    while (stamped < size) {
      writtenNanos[stamped++] = nanos;
    }
  }

  /** Events that were given to the socket. */
  public int size() {
    return stamped;
  }

  /** When an event was given to the socket: taken right before the write. */
  public long writtenNanos(int event) {
    return writtenNanos[checked(event)];
  }

  /** Its lateness: written − due. */
  public long lateNanos(int event) {
    return writtenNanos[checked(event)] - dueNanos[event];
  }

  /** Tokens in an event. */
  public int tokens(int event) {
    return tokens[checked(event)];
  }

  /** Tokens of all events that were given to the socket. */
  public int totalTokens() {
    int total = 0;
    for (int i = 0; i < stamped; i++) {
      total += tokens[i];
    }
    return total;
  }

  private int checked(int event) {
    if (event < 0 || event >= stamped) {
      throw new IndexOutOfBoundsException("event " + event + " of " + stamped);
    }
    return event;
  }
}
