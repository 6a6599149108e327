package io.tokenstorm.cli.session;

import io.tokenstorm.cli.client.ApiClient;
import io.tokenstorm.cli.client.RunWatch;
import io.tokenstorm.cli.client.WatchListener;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.terminal.LiveView;
import io.tokenstorm.coordinator.api.view.RunView;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.time.Ticker;
import java.io.PrintWriter;

/** Watching a run of a coordinator to its end; what watch and submit share. */
public final class Watching {
  private Watching() {}

  /** Shows the run until it has ended; then its verdict. */
  public static ExitCode toEnd(ApiClient client, String run, PrintWriter out)
      throws InterruptedException {
    RunView found = client.run(run);
    if (found.verdict() == null) {
      show(client, found.run());
      found = client.run(found.run());
    }
    out.println(found.run() + ": " + found.verdict() + ", " + found.reason());
    out.println(found.directory());
    out.flush();
    return ExitCode.of(Verdict.valueOf(String.valueOf(found.verdict())));
  }

  private static void show(ApiClient client, String run) throws InterruptedException {
    try (LiveView view = LiveView.onStandardOutput(System.getenv());
        RunWatch watch = new RunWatch(client, run, listener(view), Ticker.system())) {
      var unused = watch.toEnd();
    }
  }

  private static WatchListener listener(LiveView view) {
    return new WatchListener() {
      private boolean silent;

      @Override
      public void onFrame(LiveFrame frame) {
        silent = false;
        view.show(frame);
      }

      @Override
      public void onSilence(String why) {
        if (!silent) {
          silent = true;
          view.say("The coordinator is not heard (" + why + "); trying again for a minute.");
        }
      }
    };
  }
}
