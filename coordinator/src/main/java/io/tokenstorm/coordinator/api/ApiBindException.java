package io.tokenstorm.coordinator.api;

import java.net.BindException;

/** The API cannot listen where it was told. The message is for the user. */
public final class ApiBindException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private ApiBindException(String message, Throwable cause) {
    super(message, cause);
  }

  static ApiBindException of(ApiSettings settings, Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof BindException)) {
      root = root.getCause();
    }
    return new ApiBindException(
        "cannot serve HTTP on "
            + settings.host()
            + ":"
            + settings.port()
            + ": "
            + root.getMessage()
            + "; choose another address or port, or 0 for any free port",
        failure);
  }
}
