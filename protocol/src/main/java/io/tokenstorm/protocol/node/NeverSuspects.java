package io.tokenstorm.protocol.node;

import akka.event.EventStream;
import akka.remote.FailureDetector;
import com.typesafe.config.Config;

/**
 * A worker's failure detector: says of nobody that they are unreachable. Workers have no business
 * with each other, and what one worker cannot reach must not hold up the membership of others; the
 * coordinator's silence is seen by the worker's own clock.
 *
 * <p>Named in the configuration of workers; made by Akka, for each member watched.
 */
public final class NeverSuspects implements FailureDetector {
  private volatile boolean monitoring;

  /** Called by Akka. */
  public NeverSuspects(Config config, EventStream events) {}

  @Override
  public boolean isAvailable() {
    return true;
  }

  @Override
  public boolean isMonitoring() {
    return monitoring;
  }

  @Override
  public void heartbeat() {
    monitoring = true;
  }
}
