package io.tokenstorm.cluster.simulation.world;

/**
 * How well messages pass in one direction.
 *
 * @param loss probability that one is lost
 * @param repeat probability that one comes twice
 * @param leastDelayNanos the quickest
 * @param jitterNanos how much later most come; each on its own, so that they overtake one another
 * @param straggling probability that one is held up
 * @param stragglerNanos by how much at most
 */
public record LinkQuality(
    double loss,
    double repeat,
    long leastDelayNanos,
    long jitterNanos,
    double straggling,
    long stragglerNanos) {
  public static final LinkQuality GOOD = new LinkQuality(0, 0, 100_000, 400_000, 0, 0);

  public LinkQuality losing(double probability) {
    return new LinkQuality(
        probability, repeat, leastDelayNanos, jitterNanos, straggling, stragglerNanos);
  }

  public LinkQuality repeating(double probability) {
    return new LinkQuality(
        loss, probability, leastDelayNanos, jitterNanos, straggling, stragglerNanos);
  }

  public LinkQuality delaying(long leastNanos, long moreNanos) {
    return new LinkQuality(loss, repeat, leastNanos, moreNanos, straggling, stragglerNanos);
  }

  public LinkQuality straggling(double probability, long nanos) {
    return new LinkQuality(loss, repeat, leastDelayNanos, jitterNanos, probability, nanos);
  }
}
