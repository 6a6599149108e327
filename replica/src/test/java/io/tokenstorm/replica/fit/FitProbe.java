package io.tokenstorm.replica.fit;

import io.tokenstorm.replica.ReplicaConfig;
import java.nio.file.Path;

/**
 * Prints the phases of a profile as the virtual cluster plays them, with what they are of the
 * reference's figures. To be run by hand: a profile's file, a seed, the client's delay in µs.
 */
final class FitProbe {
  private FitProbe() {}

  public static void main(String[] args) throws Exception {
    int wayNanos = Integer.parseInt(args[2]) * 1_000;
    ReplicaConfig config = ReplicaConfig.load(Path.of(args[0]));
    VirtualCluster cluster = new VirtualCluster(config, Long.parseLong(args[1]), wayNanos);
    Reference reference = Reference.load();
    for (PhaseSpec phase : PhaseSpec.reference()) {
      PhaseResult result = cluster.play(phase);
      System.out.print(result);
      reference
          .ratios(result)
          .forEach((name, ratio) -> System.out.printf("  %s %.2f", name, ratio));
      System.out.println(Reference.FITTED.contains(phase.name()) ? " *" : "");
    }
  }
}
