package io.tokenstorm.benchmarks.sidebyside;

import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs one client of the comparison for one window. Says {@code WINDOW} and {@code WINDOW-END} on
 * stdout when the window begins and ends, then {@code END} and its figures as JSON. {@link
 * ClientOptions} names the arguments.
 */
public final class SideBySideClient {
  private SideBySideClient() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    ClientOptions options = ClientOptions.parse(args);
    StampFile stamps = new StampFile(options.stamps());
    ClientLoad load = create(options, stamps);
    load.start();
    pause(options.warmupSeconds());
    say("WINDOW");
    Usage before = Usage.of(load);
    pause(options.windowSeconds());
    Usage after = Usage.of(load);
    say("WINDOW-END");
    pause(options.tailSeconds());
    long failures = load.failures();
    long stoppedNanos = System.nanoTime();
    load.stop();
    stamps.close();
    say("END " + before.to(after, stoppedNanos, failures));
    System.exit(0);
  }

  private static ClientLoad create(ClientOptions options, StampFile stamps) throws IOException {
    return switch (options.client()) {
      case "direct-spool" ->
          new EngineLoad(
              options,
              stamps,
              Engines.direct(engineOptions(options, true)),
              SpooledRecords.create(options.spool()));
      case "direct" -> direct(options, stamps);
      case "akka-http" -> akkaHttp(options, stamps);
      case "akka-pool" -> new PooledAkkaLoad(options, stamps);
      case "bare" -> new BareLoad(options, stamps);
      default -> throw new IllegalArgumentException("no such client: " + options.client());
    };
  }

  private static ClientLoad direct(ClientOptions options, StampFile stamps) {
    return new EngineLoad(
        options, stamps, Engines.direct(engineOptions(options, true)), SpooledRecords.NONE);
  }

  private static ClientLoad akkaHttp(ClientOptions options, StampFile stamps) {
    return new EngineLoad(
        options, stamps, Engines.akkaHttp(engineOptions(options, false)), SpooledRecords.NONE);
  }

  private static EngineOptions engineOptions(ClientOptions options, boolean rehearses) {
    return new EngineOptions(options.loops(), rehearses);
  }

  private static void pause(double seconds) {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
