package io.tokenstorm.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shows a made-up run on a real terminal, for a person who looks: {@code TerminalDemo FROM TO
 * MILLIS}.
 */
final class TerminalDemo {
  private TerminalDemo() {}

  public static void main(String[] args) throws InterruptedException {
    int from = Integer.parseInt(args[0]);
    int to = Integer.parseInt(args[1]);
    long millis = Long.parseLong(args[2]);
    CountDownLatch never = new CountDownLatch(1);
    try (LiveView view = LiveView.onStandardOutput(System.getenv())) {
      for (int second = from; second <= to; second++) {
        view.show(Frames.at(second));
        if (second == from + 5) {
          view.say("Ctrl-C: what runs is let finish; once more cuts it.");
        }
        if (never.await(millis, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    }
  }
}
