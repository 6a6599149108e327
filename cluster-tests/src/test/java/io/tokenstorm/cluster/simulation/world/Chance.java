package io.tokenstorm.cluster.simulation.world;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** All that is left to chance in a run; the same for the same seed. */
public final class Chance {
  private final SplittableRandom random;

  public Chance(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Whether something of a probability happens. */
  public boolean of(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** A number, both ends included. */
  public long between(long least, long most) {
    return least == most ? least : random.nextLong(least, most + 1);
  }

  /** A number, both ends included. */
  public int between(int least, int most) {
    return (int) between((long) least, (long) most);
  }

  /** A whole number of milliseconds, both ends included. */
  public Duration millis(long least, long most) {
    return Duration.ofMillis(between(least, most));
  }

  /** One of a list, each as likely. */
  public <T> T of(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** Changes the order of a list. */
  public void shuffle(List<?> list) {
    Collections.shuffle(list, new Random(random.nextLong()));
  }

  /** A seed for another source of chance. */
  public long seed() {
    return random.nextLong();
  }
}
