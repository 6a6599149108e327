package io.tokenstorm.replica.gateway;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which replicas have seen which prefixes, by chained block hashes. Invariant: at most {@code
 * mostEntries} blocks, least recently used first to go.
 */
final class PrefixIndex {
  private final Map<Long, Set<String>> seen;

  PrefixIndex(int mostEntries) {
    seen =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Set<String>> eldest) {
            return size() > mostEntries;
          }
        };
  }

  /** How many leading blocks a replica has seen. */
  int matched(long[] hashes, String replica) {
    int count = 0;
    while (count < hashes.length && seen.getOrDefault(hashes[count], Set.of()).contains(replica)) {
      count++;
    }
    return count;
  }

  /** A replica sees all these blocks now. */
  void add(long[] hashes, String replica) {
    for (long hash : hashes) {
      seen.computeIfAbsent(hash, unseen -> new TreeSet<>()).add(replica);
    }
  }

  /** A replica has lost everything. */
  void forget(String replica) {
    seen.values().forEach(replicas -> replicas.remove(replica));
  }

  int size() {
    return seen.size();
  }
}
