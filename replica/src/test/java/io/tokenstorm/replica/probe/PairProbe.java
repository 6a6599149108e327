package io.tokenstorm.replica.probe;

import io.tokenstorm.replica.ReplicaSet;
import java.nio.file.Path;

/** Serves a pair of replicas until standard input ends: a profile and the truth log's file. */
final class PairProbe {
  private PairProbe() {}

  public static void main(String[] args) throws Exception {
    try (ReplicaSet set = ReplicaSet.pair(args[0], Path.of(args[1]))) {
      System.out.println(set.gateway().url() + " " + set.replicas().get(0).url());
      while (System.in.read() >= 0) {
        // until the end
      }
    }
  }
}
