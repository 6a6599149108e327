package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.TlsOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one route, and where the replicas behind the routes tell their own metrics. */
final class RouteParser {
  private static final int MOST_REPLICAS = 256;
  private static final int LONGEST_NAME = 100;
  private static final String METRICS_PATH = "/metrics";
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration EVERY = Duration.ofSeconds(1);

  private RouteParser() {}

  static Route read(String name, Field field, Map<String, HeaderValue> auth) {
    Fields route = Fields.of(field, Section.ROUTE);
    List<URI> targets = targets(route);
    Map<String, HeaderValue> headers =
        route.read("headers", value -> HeaderParser.route(value, auth), auth);
    boolean keepAlive = route.flag("keep_alive", true);
    return new Route(name, targets, headers, replicaHeader(route), tls(route, targets), !keepAlive);
  }

  private static List<URI> targets(Fields route) {
    Optional<Field> url = route.get("url");
    Optional<Field> replicas = route.get("replicas");
    if (url.isPresent() && replicas.isPresent()) {
      replicas.get().problem("a route has either `url` or `replicas`; remove one of them");
    } else if (url.isEmpty() && replicas.isEmpty()) {
      route.require("url", "`url: http://HOST:PORT`, or `replicas:` with a list of URLs");
    }
    if (replicas.isEmpty()) {
      return List.of(url.map(Urls::base).orElse(Urls.BROKEN));
    }
    List<URI> targets = new ArrayList<>();
    replicas.get().items("URLs").forEach(item -> add(targets, item));
    if (targets.isEmpty()) {
      replicas.get().problem("the list is empty; at least one URL would be right");
      return List.of(Urls.BROKEN);
    }
    return List.copyOf(targets);
  }

  private static void add(List<URI> targets, Field item) {
    URI url = Urls.base(item);
    if (targets.contains(url) && !url.equals(Urls.BROKEN)) {
      item.problem("this replica is in the list already; name each one once");
    }
    targets.add(url);
  }

  private static @Nullable String replicaHeader(Fields route) {
    Optional<Field> field = route.get("replica_header");
    if (field.isEmpty()) {
      return null;
    }
    String name = field.get().text("broken");
    if (name.contains(":") || name.contains(" ") || !Field.printable(name)) {
      field.get().problem("this is no header name; such as target-pod");
    }
    return name;
  }

  private static TlsOptions tls(Fields route, List<URI> targets) {
    Optional<Field> field = route.get("tls");
    if (field.isEmpty()) {
      return TlsOptions.DEFAULT;
    }
    boolean used = targets.stream().anyMatch(url -> !"http".equals(url.getScheme()));
    if (!used && !targets.contains(Urls.BROKEN)) {
      field.get().problem("no target of this route is https; remove `tls`, or write https://");
    }
    Fields tls = Fields.of(field.get(), Section.TLS);
    return new TlsOptions(
        tls.flag("verify", true),
        tls.get("ca").map(ca -> ca.text("")).orElse(null),
        tls.get("server_name").map(name -> name.text("")).orElse(null));
  }

  /**
   * Reads {@code replica_metrics}. Without URLs of its own these are the targets of the routes that
   * name no {@code replica_header}: behind such a header there is a gateway, which is no replica.
   */
  static Plan.Scrape scrape(Field field, Map<String, Route> routes) {
    Fields section = Fields.of(field, Section.REPLICA_METRICS);
    String path = section.read("path", given -> given.urlPath(METRICS_PATH), METRICS_PATH);
    Optional<Field> urls = section.get("urls");
    Map<String, URI> endpoints =
        urls.map(given -> endpoints(given, path)).orElseGet(() -> endpoints(routes, path));
    if (endpoints.isEmpty() && urls.isEmpty()) {
      field.problem(
          "each route names a replica_header, so its replicas are not known; add `urls: {NAME:"
              + " http://HOST:PORT}` with the names that the header gives");
    } else if (endpoints.isEmpty() || endpoints.size() > MOST_REPLICAS) {
      field.problem(endpoints.size() + " replicas; 1 to " + MOST_REPLICAS + " would be right");
    }
    return new Plan.Scrape(
        section.read("every", RouteParser::every, EVERY), Collections.unmodifiableMap(endpoints));
  }

  private static Duration every(Field field) {
    Duration every = field.duration(EVERY);
    if (every.compareTo(SHORTEST) < 0) {
      field.problem("too often; 100ms or more would be right");
      return EVERY;
    }
    return every;
  }

  private static Map<String, URI> endpoints(Field urls, String path) {
    Map<String, URI> endpoints = new LinkedHashMap<>();
    Fields named = Fields.open(urls, "urls");
    named
        .all()
        .forEach(
            (name, value) -> {
              if (name.isBlank() || name.length() > LONGEST_NAME || !Field.printable(name)) {
                value
                    .problems()
                    .add(
                        named.keyAt(name),
                        value.path(),
                        "no name of a replica; up to 100 characters as the replica names itself"
                            + " would be right");
              }
              endpoints.put(name, endpoint(Urls.base(value), path));
            });
    return endpoints;
  }

  private static Map<String, URI> endpoints(Map<String, Route> routes, String path) {
    Map<String, URI> endpoints = new LinkedHashMap<>();
    routes.values().stream()
        .filter(route -> route.replicaHeader() == null)
        .flatMap(route -> route.targets().stream())
        .forEach(target -> endpoints.put(target.getRawAuthority(), below(target, path)));
    return endpoints;
  }

  /** A URL that has a path of its own keeps it. */
  private static URI endpoint(URI url, String path) {
    return url.getRawPath().isEmpty() ? below(url, path) : url;
  }

  private static URI below(URI base, String path) {
    return URI.create(base + path);
  }
}
