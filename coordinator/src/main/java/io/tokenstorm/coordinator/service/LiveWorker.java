package io.tokenstorm.coordinator.service;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One worker, as the coordinator sees it.
 *
 * @param worker its id
 * @param state whether it serves
 * @param note why it is lost; else empty
 * @param host name of its machine
 * @param pid of its process
 * @param cores it may use
 * @param weight its share of the slots
 * @param firstSlot its first slot in the current phase
 * @param slots how many it owns in the current phase; 0 if none
 * @param clockErrorNanos the error bound of its clock's offset now; −1 while unknown
 * @param lastHeardNanos when its last message came
 * @param status its last status; null before the first
 */
public record LiveWorker(
    String worker,
    State state,
    String note,
    String host,
    long pid,
    int cores,
    int weight,
    int firstSlot,
    int slots,
    long clockErrorNanos,
    long lastHeardNanos,
    @Nullable WorkerStatus status) {

  /** Whether a worker serves. */
  public enum State {
    /** In the cluster, without slots now: it serves from the next phase. */
    WAITING,
    /** It owns slots of the current phase. */
    SERVING,
    /** Gone, or not heard. */
    LOST;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
