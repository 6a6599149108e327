package io.tokenstorm.worker.loop;

import io.tokenstorm.protocol.record.ErrorKind;
import java.net.BindException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;

/** What an exception at a connect means. */
final class ConnectFailure {
  private ConnectFailure() {}

  static ErrorKind kindOf(Exception e) {
    if (e instanceof UnresolvedAddressException) {
      return ErrorKind.DNS;
    }
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("timed out") ? ErrorKind.CONNECT_TIMEOUT : ErrorKind.CONNECT_REFUSED;
  }

  /** The cause in words; names the generator where the limit is this machine's. */
  static String detailOf(Exception e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    if (e instanceof BindException || message.contains("assign requested address")) {
      return "no free local port on this worker (GENERATOR): " + message;
    }
    if (message.contains("Too many open files")) {
      return "no free file descriptor on this worker (GENERATOR), raise ulimit -n: " + message;
    }
    return e instanceof ConnectException ? message : e.getClass().getSimpleName() + ": " + message;
  }
}
