package io.tokenstorm.worker.health;

import java.util.Optional;

/** What the host and the JVM tell, since some origin; only differences mean something. */
interface HostReadings {
  /** CPU time of this process, nanoseconds; −1 if not known. */
  long processCpuNanos();

  /** Time in pauses of the garbage collector, nanoseconds. */
  long gcPauseNanos();

  /** CPU time of the machine; empty if not known. */
  Optional<CpuTicks> machineTicks();
}
