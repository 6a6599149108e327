package io.tokenstorm.protocol.time;

/**
 * The monotonic clock of one process, in nanoseconds from an arbitrary origin. All instants and
 * durations of a measurement come from here; the wall clock never enters a duration. Tests drive
 * time by their own implementation.
 */
@FunctionalInterface
public interface Ticker {
  /** Nanoseconds since an arbitrary origin; never goes back. Two readings compare by difference. */
  long nanos();

  /** The JVM's monotonic clock ({@link System#nanoTime}). */
  static Ticker system() {
    return System::nanoTime;
  }
}
