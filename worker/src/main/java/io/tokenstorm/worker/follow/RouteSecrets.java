package io.tokenstorm.worker.follow;

import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The secrets that a route's headers refer to, resolved on this node. Never printed: only names of
 * variables are.
 *
 * @param values by name of the environment variable
 * @param missing names of variables that are not set here, sorted
 */
public record RouteSecrets(Map<String, String> values, List<String> missing) {
  /** Looks up every variable of a route. */
  public static RouteSecrets of(Route route, Function<String, Optional<String>> environment) {
    Map<String, String> values = new LinkedHashMap<>();
    TreeSet<String> missing = new TreeSet<>();
    for (HeaderValue header : route.headers().values()) {
      if (header.secret() != null) {
        String variable = header.secret().variable();
        environment
            .apply(variable)
            .ifPresentOrElse(value -> values.put(variable, value), () -> missing.add(variable));
      }
    }
    return new RouteSecrets(values, List.copyOf(missing));
  }

  /** What is wrong, for a person; empty if nothing is. */
  public String problem() {
    return missing.isEmpty()
        ? ""
        : "environment variable "
            + String.join(", ", missing)
            + " is not set where this worker runs: set it and start the worker again";
  }

  @Override
  public String toString() {
    return "RouteSecrets[" + values.keySet() + ", missing " + missing + ']';
  }
}
