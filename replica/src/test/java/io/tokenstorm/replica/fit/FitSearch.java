package io.tokenstorm.replica.fit;

import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.engine.EngineParameters;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/**
 * How the fitted profile's figures were found: from a profile, at random and by ever smaller steps,
 * towards the least distance (the largest deviation of any fitted figure, over several seeds and
 * client delays). To be run by hand; it prints what it finds.
 */
final class FitSearch {
  private static final int[] WAYS_NANOS = {150_000, 500_000, 1_500_000};

  private final Reference reference;
  private final ReplicaConfig base;

  private FitSearch(Reference reference, ReplicaConfig base) {
    this.reference = reference;
    this.base = base;
  }

  public static void main(String[] args) throws Exception {
    ReplicaConfig base = ReplicaConfig.load(Path.of(args[0]));
    new FitSearch(Reference.load(), base).search(Integer.parseInt(args[1]));
  }

  private void search(int rounds) {
    Random random = new Random(1);
    EngineParameters best = base.serve().engine();
    double bestDistance = distance(best);
    System.out.println(bestDistance);
    for (int i = 0; i < rounds; i++) {
      EngineParameters tried = vary(best, random, 0.15 * (1 - (double) i / rounds));
      double distance = distance(tried);
      if (distance < bestDistance) {
        best = tried;
        bestDistance = distance;
        System.out.println(i + " " + distance + " " + best);
      }
    }
  }

  private static EngineParameters vary(EngineParameters p, Random random, double by) {
    return new EngineParameters(
        vary(p.stepBaseNanos(), random, by / 4),
        vary(p.stepPerSequenceNanos(), random, by),
        vary(p.contextNanosPer1kTokens(), random, by),
        vary(p.prefillBaseNanos(), random, by),
        vary((long) p.prefillTokensPerSecond(), random, by),
        vary(p.cachedNanosPer1kTokens(), random, by),
        p.intakeNanos(),
        vary(p.arrivalNanos(), random, by),
        vary(p.arrivalNanosPer1kTokens(), random, by),
        vary(p.gatherNanos(), random, by),
        vary(p.prefillDelayNanos(), random, by),
        p.maxBatchedTokens(),
        p.maxSequences(),
        p.blockTokens(),
        p.kvBlocks(),
        p.maxModelTokens(),
        p.prefixCaching(),
        p.lazyShapes(),
        p.routeStall());
  }

  private static long vary(long value, Random random, double by) {
    return random.nextInt(3) > 0 ? value : Math.round(value * (1 + by * random.nextGaussian()));
  }

  /** The largest deviation, as |log ratio|, and a little of the mean. */
  private double distance(EngineParameters parameters) {
    double worst = 0;
    double sum = 0;
    for (int way : WAYS_NANOS) {
      var cluster = new VirtualCluster(base.withEngine(parameters), way, way);
      for (PhaseSpec phase : PhaseSpec.reference()) {
        if (phase.evictAfterNanos().isPresent()) {
          continue;
        }
        PhaseResult result = cluster.play(phase);
        if (Reference.FITTED.contains(phase.name())) {
          for (Map.Entry<String, Double> ratio : reference.ratios(result).entrySet()) {
            double off = Math.abs(Math.log(ratio.getValue()));
            worst = Math.max(worst, off);
            sum += off;
          }
        }
      }
    }
    return worst + sum / (24 * WAYS_NANOS.length);
  }
}
