package io.tokenstorm.coordinator.sweep;

/** A sweep cannot go on for a reason that is no row's: no workers, no disk, a fault of ours. */
public final class SweepFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message a sentence for the user
   */
  public SweepFailure(String message) {
    super(message);
  }
}
