package io.tokenstorm.worker.lease;

/** Counts the requests of one window, each before its send. Thread-safe; never blocks. */
public interface IssueCounter {
  void increment();

  long value();
}
