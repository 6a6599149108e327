package io.tokenstorm.worker.lease;

import java.util.concurrent.atomic.AtomicLong;

/** A counter in memory. */
public final class CountingCounter implements IssueCounter {
  private final AtomicLong count = new AtomicLong();

  @Override
  public void increment() {
    count.incrementAndGet();
  }

  @Override
  public long value() {
    return count.get();
  }
}
