package io.tokenstorm.coordinator.target;

import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.headers.RawHeader;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The headers of a route, secrets resolved on this node. Never logged. */
final class RouteHeaders {
  private RouteHeaders() {}

  /**
   * @throws TargetException naming the variable, if a secret is not set here
   */
  static List<HttpHeader> of(Route route, Function<String, @Nullable String> environment) {
    List<HttpHeader> headers = new ArrayList<>();
    for (Map.Entry<String, HeaderValue> header : route.headers().entrySet()) {
      headers.add(RawHeader.create(header.getKey(), valueOf(header.getValue(), environment)));
    }
    return headers;
  }

  private static String valueOf(HeaderValue value, Function<String, @Nullable String> environment) {
    SecretRef secret = value.secret();
    if (secret == null) {
      return value.text() == null ? "" : value.text();
    }
    String found = environment.apply(secret.variable());
    if (found == null) {
      throw new TargetException(
          "environment variable " + secret.variable() + " is not set on the coordinator");
    }
    return secret.prefix() + found;
  }
}
