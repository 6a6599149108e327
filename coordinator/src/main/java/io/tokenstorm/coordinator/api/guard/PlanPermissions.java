package io.tokenstorm.coordinator.api.guard;

import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a node's own a plan may name that came over HTTP. A plan names no commands. It may name
 * environment variables, whose values go to the plan's targets, and files of authorities and
 * tokenizers that the nodes read: whoever may submit could fetch any variable, or learn which files
 * there are.
 *
 * @param all whether everything may be named: on loopback, where who submits can read it anyhow
 * @param variables names of environment variables that may be named
 * @param files paths that may be named, as they are written in the plan
 */
public record PlanPermissions(boolean all, Set<String> variables, Set<String> files) {
  /** Everything may be named. */
  public static final PlanPermissions ALL = new PlanPermissions(true, Set.of(), Set.of());

  public PlanPermissions {
    variables = Set.copyOf(variables);
    files = Set.copyOf(files);
  }

  /** What the plan names and may not, each with what to do; empty if it may run. */
  public List<String> refusals(Plan plan) {
    List<String> refusals = new ArrayList<>();
    if (!all) {
      plan.routes().values().forEach(route -> check(route, refusals));
      plan.workloads()
          .forEach(
              (name, workload) -> checkFile("workload " + name, workload.tokenizer(), refusals));
    }
    return refusals.stream().distinct().toList();
  }

  private void check(Route route, List<String> refusals) {
    for (HeaderValue header : route.headers().values()) {
      SecretRef secret = header.secret();
      if (secret != null && !variables.contains(secret.variable())) {
        refusals.add(
            "route %s names the environment variable %s, which plans over HTTP may not name here: start the coordinator with --allow-env %s"
                .formatted(route.name(), secret.variable(), secret.variable()));
      }
    }
    checkFile("route " + route.name(), route.tls().caFile(), refusals);
  }

  private void checkFile(String where, @Nullable String file, List<String> refusals) {
    if (file != null && !files.contains(file)) {
      refusals.add(
          "%s names the file %s, which plans over HTTP may not name here: start the coordinator with --allow-file %s"
              .formatted(where, file, file));
    }
  }
}
