package io.tokenstorm.protocol.record;

import java.util.Arrays;

/**
 * When the events of one answer came that named a choice but carried no output: a role, an empty
 * text, a finish reason. Nanoseconds after {@code sent}, in order of arrival. No figure of ours
 * rests on them; those of tools that take such events for tokens do. Immutable.
 *
 * <p>The first {@value #MAX_KEPT} − 1 and the last are kept, so a server can send any number.
 */
public final class SilentEvents {
  /** The most instants kept. */
  public static final int MAX_KEPT = 16;

  /** They were not noted. */
  public static final SilentEvents UNKNOWN = new SilentEvents(new long[0], -1);

  /** There were none. */
  public static final SilentEvents NONE = new SilentEvents(new long[0], 0);

  private final long[] nanos;
  private final int count;

  private SilentEvents(long[] nanos, int count) {
    this.nanos = nanos;
    this.count = count;
  }

  /** All of them, at most {@value #MAX_KEPT}. */
  public static SilentEvents of(long... nanos) {
    return of(nanos, nanos.length);
  }

  /**
   * A copy of what was noted.
   *
   * @param nanos the instants kept, in its first places
   * @param count how many came; beyond {@value #MAX_KEPT} only the place of the last is right
   */
  public static SilentEvents of(long[] nanos, int count) {
    return count == 0 ? NONE : new SilentEvents(Arrays.copyOf(nanos, kept(count)), count);
  }

  /** How many instants are kept of so many events. */
  static int kept(int count) {
    return Math.max(0, Math.min(count, MAX_KEPT));
  }

  /** Whether they were noted at all. */
  public boolean known() {
    return count >= 0;
  }

  /** Whether each one's instant is here. */
  public boolean complete() {
    return known() && count == nanos.length;
  }

  /** How many came; −1 if that is not known. */
  public int count() {
    return count;
  }

  /** How many instants are kept. */
  public int kept() {
    return nanos.length;
  }

  /** The i-th instant kept; the last one kept is that of the last event. */
  public long nanosAt(int i) {
    return nanos[i];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SilentEvents events
        && count == events.count
        && Arrays.equals(nanos, events.nanos);
  }

  @Override
  public int hashCode() {
    return 31 * count + Arrays.hashCode(nanos);
  }

  @Override
  public String toString() {
    return known() ? count + " " + Arrays.toString(nanos) : "unknown";
  }
}
