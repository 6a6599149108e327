package io.tokenstorm.replica.fit;

import io.tokenstorm.replica.gateway.RoutingStrategy;
import java.util.List;
import java.util.Optional;

/** One phase of the reference as a closed loop: who is asked, with what, by how many slots. */
record PhaseSpec(
    String name,
    Optional<RoutingStrategy> strategy,
    Workload workload,
    int concurrency,
    long measureNanos,
    Optional<Long> evictAfterNanos) {

  static final long SECOND = 1_000_000_000L;

  enum Workload {
    SHORT(538, 0),
    LONG(4448, 0),
    SHARED_PREFIX(4447, 4096);

    final int tokens;
    final int sharedTokens;

    Workload(int tokens, int sharedTokens) {
      this.tokens = tokens;
      this.sharedTokens = sharedTokens;
    }
  }

  /** The reference's fourteen, in its order. */
  static List<PhaseSpec> reference() {
    return List.of(
        of("direct-c1", null, Workload.SHORT, 1),
        of("gateway-c1", RoutingStrategy.LEAST_REQUEST, Workload.SHORT, 1),
        of("gateway-c4", RoutingStrategy.LEAST_REQUEST, Workload.SHORT, 4),
        of("gateway-c16", RoutingStrategy.LEAST_REQUEST, Workload.SHORT, 16),
        of("gateway-c32", RoutingStrategy.LEAST_REQUEST, Workload.SHORT, 32),
        of("long-c16", RoutingStrategy.LEAST_REQUEST, Workload.LONG, 16),
        of("prefix-random", RoutingStrategy.RANDOM, Workload.SHARED_PREFIX, 16),
        of("prefix-aware", RoutingStrategy.PREFIX_CACHE, Workload.SHARED_PREFIX, 16),
        of("recheck-c4", RoutingStrategy.LEAST_REQUEST, Workload.SHORT, 4),
        of("recheck-c16", RoutingStrategy.LEAST_REQUEST, Workload.SHORT, 16),
        of("recheck-c32", RoutingStrategy.LEAST_REQUEST, Workload.SHORT, 32),
        of("recheck-prefix-random", RoutingStrategy.RANDOM, Workload.SHARED_PREFIX, 16),
        of("recheck-prefix-aware", RoutingStrategy.PREFIX_CACHE, Workload.SHARED_PREFIX, 16),
        new PhaseSpec(
            "eviction-c4",
            Optional.of(RoutingStrategy.LEAST_REQUEST),
            Workload.SHORT,
            4,
            600 * SECOND,
            Optional.of(180 * SECOND)));
  }

  private static PhaseSpec of(
      String name, RoutingStrategy strategy, Workload workload, int concurrency) {
    return new PhaseSpec(
        name, Optional.ofNullable(strategy), workload, concurrency, 60 * SECOND, Optional.empty());
  }
}
