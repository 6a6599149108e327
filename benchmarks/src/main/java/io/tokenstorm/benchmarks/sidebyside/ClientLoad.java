package io.tokenstorm.benchmarks.sidebyside;

import java.io.IOException;

/**
 * One way to keep a number of streams open, each slot sending its next request when its last answer
 * has ended. Counters grow only and may be read from any thread.
 */
interface ClientLoad {
  void start() throws IOException;

  /** Tokens seen so far. */
  long tokens();

  /** Reads of sockets that brought bytes so far; −1 if not known. */
  long reads();

  /** Requests that failed so far. */
  long failures();

  /** Ends the load and hands all stamps over, those of unfinished answers too. */
  void stop() throws IOException, InterruptedException;
}
