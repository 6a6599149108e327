package io.tokenstorm.worker.load;

/**
 * Makes load: one connection and one loop a slot. All calls but {@link #close} return at once;
 * effects happen on the event loops. One phase at a time.
 */
public interface LoadEngine extends AutoCloseable {
  /**
   * Makes ready for a phase: builds the first prompts, opens a connection a slot. Replaces what was
   * prepared before; slots of an earlier phase must be idle (else they are cut).
   *
   * @param gate asked at each send
   * @param sink gets each finished request
   */
  void prepare(PhaseWork work, SendGate gate, RecordSink sink);

  /**
   * The worker is in the cluster: what makes the engine fit for its first phase may be done now.
   * Before, it would only keep the worker from joining. Idempotent.
   */
  default void rehearse() {}

  /**
   * No run is on: slots are idle (else they are cut), connections are closed, and whatever watches
   * the load stops. Idempotent.
   */
  default void rest() {}

  /** The gate changed (a new directive): idle slots ask it again. */
  void gateChanged();

  /** Ends all that runs, at once: connections are closed, outcomes are {@code Cut}. */
  void cut();

  EngineStatus status();

  /**
   * Cuts, waits a few seconds for the last records to be taken, closes all connections and ends the
   * event loops. Idempotent.
   */
  @Override
  void close();
}
