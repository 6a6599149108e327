package io.tokenstorm.protocol.plan;

import org.jspecify.annotations.Nullable;

/**
 * How a TLS peer is verified.
 *
 * @param verify whether certificate and host name are checked at all
 * @param caFile a PEM file of further trusted authorities, on the node that connects
 * @param serverName the name sent as SNI and checked, if other than the URL's host
 */
public record TlsOptions(boolean verify, @Nullable String caFile, @Nullable String serverName) {
  /** Verified against the system's authorities. */
  public static final TlsOptions DEFAULT = new TlsOptions(true, null, null);
}
