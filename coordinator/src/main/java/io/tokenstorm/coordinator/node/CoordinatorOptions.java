package io.tokenstorm.coordinator.node;

import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a coordinator is started.
 *
 * @param place where its remoting listens, and how that is protected
 * @param results directory below which each run gets its own
 * @param minWorkers how many must be there before a run begins, ≥ 1
 * @param workersWait how long they are waited for
 * @param version of this software; workers of another are refused
 * @param environment values of environment variables by name, for secrets
 * @param ticker the one monotonic clock
 */
public record CoordinatorOptions(
    NodePlace place,
    Path results,
    int minWorkers,
    Duration workersWait,
    String version,
    Function<String, @Nullable String> environment,
    Ticker ticker) {

  /** On loopback, any free port, one worker, waited for a minute. */
  public static CoordinatorOptions onLoopback(Path results, String version) {
    return new CoordinatorOptions(
        NodePlace.plain("127.0.0.1", 0),
        results,
        1,
        Duration.ofSeconds(60),
        version,
        System::getenv,
        Ticker.system());
  }

  public CoordinatorOptions at(String newHost, int newPort) {
    return at(place.at(newHost, newPort));
  }

  public CoordinatorOptions at(NodePlace newPlace) {
    return new CoordinatorOptions(
        newPlace, results, minWorkers, workersWait, version, environment, ticker);
  }

  /** With another clock. */
  public CoordinatorOptions by(Ticker newTicker) {
    return new CoordinatorOptions(
        place, results, minWorkers, workersWait, version, environment, newTicker);
  }

  public CoordinatorOptions needing(int workers, Duration wait) {
    return new CoordinatorOptions(place, results, workers, wait, version, environment, ticker);
  }
}
