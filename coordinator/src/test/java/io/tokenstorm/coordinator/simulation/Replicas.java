package io.tokenstorm.coordinator.simulation;

import io.tokenstorm.protocol.record.RequestKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The witness: what the replicas saw, whoever sent it. */
public final class Replicas {
  private final Map<RequestKey, String> running = new HashMap<>();
  private final Set<RequestKey> seen = new HashSet<>();
  private final Set<RequestKey> twice = new HashSet<>();
  private int mostAtOnce;

  void sent(String worker, RequestKey key) {
    if (!seen.add(key)) {
      twice.add(key);
    }
    running.put(key, worker);
    mostAtOnce = Math.max(mostAtOnce, running.size());
  }

  void closed(String worker, RequestKey key) {
    running.remove(key, worker);
  }

  /** The most requests that were ever in flight together. */
  public int mostAtOnce() {
    return mostAtOnce;
  }

  public Set<RequestKey> seen() {
    return seen;
  }

  /** Requests that came more than once. */
  public Set<RequestKey> twice() {
    return twice;
  }
}
