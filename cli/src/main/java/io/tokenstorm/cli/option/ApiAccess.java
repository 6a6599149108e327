package io.tokenstorm.cli.option;

import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a coordinator's HTTP API is reached.
 *
 * @param at where it listens
 * @param tls whom to trust; empty: plain HTTP
 * @param token empty: none is sent
 */
public record ApiAccess(HostPort at, Optional<SSLContext> tls, Optional<String> token) {
  /** Plain HTTP without a token. */
  public static ApiAccess plain(HostPort at) {
    return new ApiAccess(at, Optional.empty(), Optional.empty());
  }

  /** The API's URL. */
  public String url() {
    return (tls.isPresent() ? "https://" : "http://") + at;
  }

  /** Without the token. */
  @Override
  public String toString() {
    return url();
  }
}
