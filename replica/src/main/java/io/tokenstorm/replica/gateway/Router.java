package io.tokenstorm.replica.gateway;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Picks a replica. Invariant: only one of the candidates given, and the same requests in the same
 * order with the same seed are routed alike. Not thread-safe.
 *
 * <p>Least-request takes the fewest in flight; among equals they take turns. Prefix-cache takes the
 * replica that has seen the most leading blocks, among equals the fewest in flight, unless that
 * replica is {@code prefixImbalance} requests above the least loaded one.
 */
public final class Router {
  /** A replica that is ready, and how many requests it has from this gateway. */
  public record Candidate(String name, int inFlight) {}

  private final GatewaySettings settings;
  private final PrefixIndex prefixes;
  private final Random random;
  private int turn;

  /** A router that has seen nothing yet. */
  public Router(GatewaySettings settings, long seed) {
    this.settings = settings;
    this.prefixes = new PrefixIndex(settings.prefixEntries());
    this.random = new Random(seed);
  }

  /** The replica for a request; empty if there is no candidate. */
  public Optional<String> choose(
      RoutingStrategy strategy, List<Candidate> candidates, long[] prefix) {
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    Candidate chosen =
        switch (strategy) {
          case RANDOM -> candidates.get(random.nextInt(candidates.size()));
          case ROUND_ROBIN -> candidates.get(Math.floorMod(turn++, candidates.size()));
          case LEAST_REQUEST -> leastLoaded(candidates);
          case PREFIX_CACHE -> byPrefix(candidates, prefix);
        };
    if (strategy == RoutingStrategy.PREFIX_CACHE) {
      prefixes.add(prefix, chosen.name());
    }
    return Optional.of(chosen.name());
  }

  /** A replica has gone, and what it had cached counts no more. */
  public void forget(String replica) {
    prefixes.forget(replica);
  }

  private Candidate leastLoaded(List<Candidate> candidates) {
    int least = candidates.stream().mapToInt(Candidate::inFlight).min().orElseThrow();
    List<Candidate> equals = candidates.stream().filter(c -> c.inFlight() == least).toList();
    return equals.get(Math.floorMod(turn++, equals.size()));
  }

  private Candidate byPrefix(List<Candidate> candidates, long[] prefix) {
    Candidate idlest = leastLoaded(candidates);
    Candidate longest =
        candidates.stream()
            .max(
                Comparator.<Candidate>comparingInt(c -> prefixes.matched(prefix, c.name()))
                    .thenComparing(Comparator.comparingInt(Candidate::inFlight).reversed())
                    .thenComparing(c -> c.name().equals(idlest.name())))
            .orElseThrow();
    boolean overloaded = longest.inFlight() - idlest.inFlight() > settings.prefixImbalance();
    return overloaded ? idlest : longest;
  }
}
