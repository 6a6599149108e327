package io.tokenstorm.protocol.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A way to the replicas.
 *
 * @param name as the plan names it
 * @param targets base URLs, at least one; slot s always speaks to target s mod n, so that a slot
 *     can own its connection
 * @param headers sent with each request of this route, authorization included
 * @param replicaHeader the response header by which a gateway names the replica that answered
 * @param tls how an https target is verified
 * @param connectionPerRequest whether each request connects anew, instead of each slot keeping its
 *     connection
 */
public record Route(
    String name,
    List<URI> targets,
    Map<String, HeaderValue> headers,
    @Nullable String replicaHeader,
    TlsOptions tls,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean connectionPerRequest) {

  /** A route whose slots keep their connections. */
  public Route(
      String name,
      List<URI> targets,
      Map<String, HeaderValue> headers,
      @Nullable String replicaHeader,
      TlsOptions tls) {
    this(name, targets, headers, replicaHeader, tls, false);
  }

  /** The target of a cluster-wide slot number. */
  public URI targetOf(int slot) {
    return targets.get(slot % targets.size());
  }
}
