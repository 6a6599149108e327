package io.tokenstorm.replica.engine;

import java.util.HashMap;
import java.util.Map;

/**
 * Decides how long a step waits beyond its work: shapes compiled on the way, and the route stall.
 */
final class StallModel {
  private final EngineParameters parameters;
  private final Map<Integer, Integer> sightings = new HashMap<>();

  StallModel(EngineParameters parameters) {
    this.parameters = parameters;
  }

  /** The stall of a step that prefills, nanoseconds. */
  long stallNanos(int sequences, int stallingPrefills) {
    EngineParameters.RouteStall route = parameters.routeStall();
    boolean stalls = route.enabled() && stallingPrefills >= route.minPrefills();
    return compileNanos(sequences) + (stalls ? route.stallNanos() : 0);
  }

  /** Whether a prompt that begins now counts for the route stall. */
  boolean stalling(Sequence sequence) {
    EngineParameters.RouteStall route = parameters.routeStall();
    return sequence.randomRoute && sequence.cachedTokens >= route.minCachedTokens();
  }

  private long compileNanos(int sequences) {
    int shape = shapeOf(sequences);
    int seen = sightings.merge(shape, 1, Integer::sum);
    return parameters.lazyShapes().stream()
        .filter(lazy -> lazy.sequences() == shape && lazy.sightings() == seen)
        .mapToLong(EngineParameters.LazyShape::stallNanos)
        .sum();
  }

  /** The number rounded up to a power of two. */
  static int shapeOf(int sequences) {
    int floor = Integer.highestOneBit(sequences);
    return floor == sequences ? sequences : floor << 1;
  }
}
