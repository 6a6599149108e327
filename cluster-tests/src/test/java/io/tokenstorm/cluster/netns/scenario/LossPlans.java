package io.tokenstorm.cluster.netns.scenario;

import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.cluster.scene.Plans;

/** Plans whose first window stays open until something goes wrong. */
final class LossPlans {
  static final String FAIL = "";
  static final String DEGRADE = "on_worker_loss: degrade";

  private LossPlans() {}

  /** A phase that would take a minute, and a short one after it. */
  static String of(String policy) {
    return of(
        policy,
        """
        - {name: long, route: gateway, workload: short, concurrency: 6, measure: {at_least: 60s}}
        - {name: next, route: gateway, workload: short, concurrency: 4, measure: {requests: 40}}
        """);
  }

  static String of(String policy, String phases) {
    return Plans.text(NetworkScene.urls(), policy, phases);
  }
}
