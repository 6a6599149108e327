package io.tokenstorm.replica.truth;

/** Takes a record when its request has ended; must not block the event loop. */
@FunctionalInterface
public interface TruthSink {
  /** Keeps nothing. */
  TruthSink NONE = record -> {};

  /** One request has ended. */
  void ended(TruthRecord record);
}
