package io.tokenstorm.worker.health;

import io.tokenstorm.worker.health.PauseLog.Longest;
import java.util.Optional;

/** What the host and the JVM tell, since some origin; only differences mean something. */
interface HostReadings {
  /** Cores that this process may use. */
  int cores();

  /** CPU time of this process, nanoseconds; −1 if not known. */
  long processCpuNanos();

  /** Time in pauses of the garbage collector, nanoseconds. */
  long gcPauseNanos();

  /** CPU time of the machine; empty if not known. */
  Optional<CpuTicks> machineTicks();

  /** TCP segments that the whole host sent again; −1 if not known. */
  long tcpRetransmits();

  /** Pauses of the JVM that were told since the last call; empty if nobody tells. */
  Optional<Longest> takePauses();
}
