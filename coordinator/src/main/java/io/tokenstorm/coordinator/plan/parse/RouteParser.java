package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.TlsOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one route. */
final class RouteParser {
  private RouteParser() {}

  static Route read(String name, Field field, Map<String, HeaderValue> auth) {
    Fields route = Fields.of(field, Section.ROUTE);
    List<URI> targets = targets(route);
    Map<String, HeaderValue> headers =
        route.read("headers", value -> HeaderParser.route(value, auth), auth);
    return new Route(name, targets, headers, replicaHeader(route), tls(route, targets));
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
}
