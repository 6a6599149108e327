package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import java.time.Duration;

/** Is told how a sweep goes on; called on the thread that runs it. */
public interface SweepListener {
  /**
   * A row's server is about to be started.
   *
   * @param number of the row, from 1
   * @param commandLine as it is started
   */
  void starting(int number, MatrixRow row, String commandLine);

  /** It is ready and is asked now. */
  void ready(int number, MatrixRow row, Duration after);

  /** The row is done. */
  void done(Scenario scenario);
}
