package io.tokenstorm.replica.net;

/** What an event loop does when time has come. Called on the loop's thread only. */
public interface Clockwork {
  /** A loop without deadlines. */
  Clockwork NONE =
      new Clockwork() {
        @Override
        public long nextDueNanos() {
          return Long.MAX_VALUE;
        }

        @Override
        public void run(long nowNanos) {
          // nothing is ever due
        }
      };

  /** When {@link #run} is next needed, on {@code System.nanoTime}'s scale; MAX_VALUE for never. */
  long nextDueNanos();

  /** Does everything due by now. */
  void run(long nowNanos);
}
