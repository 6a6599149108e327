package io.tokenstorm.replica.engine;

/** Told of each token when its step ends. */
@FunctionalInterface
public interface TokenListener {
  /**
   * One token.
   *
   * @param index from 0
   * @param dueNanos the end of the step that made it, on the engine's clock
   */
  void onToken(int index, long dueNanos);
}
