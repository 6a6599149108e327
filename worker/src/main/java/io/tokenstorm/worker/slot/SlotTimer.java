package io.tokenstorm.worker.slot;

/** The one timer of a slot; setting it again replaces the setting before. */
public interface SlotTimer {
  /** Fires at this instant of the ticker, or a little later. */
  void set(long nanos);

  void cancel();
}
