package io.tokenstorm.cluster.netns.scenario;

/**
 * What a scenario showed.
 *
 * @param asserted what held, for a person
 * @param secondsToVerdict from the fault to the run's verdict; not a number if the fault was none
 *     that a verdict waits for
 * @param verdict of the run
 */
public record Shown(String asserted, double secondsToVerdict, String verdict) {
  /** Of a fault from which no time to a verdict is counted. */
  public static Shown of(String asserted, Object verdict) {
    return new Shown(asserted, Double.NaN, verdict.toString());
  }
}
