package io.tokenstorm.coordinator.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetExceptionTest {
  @ParameterizedTest
  @CsvSource({
    "unable to find valid certification path to requested target, tls: {ca",
    "'Unrecognized SSL message, plaintext connection?', http://",
    "The connection closed with error: Connection reset by peer, https://",
    "Connect timeout of Some(5 seconds) expired, firewall",
    "Connection refused, does the server run",
  })
  void causeOf_aLibrarysWords_saysWhatToDo(String library, String part) {
    Throwable error = new CompletionException(new SSLException(library));

    assertThat(TargetException.causeOf(error)).contains(part).doesNotContain("Some(");
  }

  @Test
  void causeOf_anythingElse_keepsItsWords() {
    assertThat(TargetException.causeOf(new SSLHandshakeException(" No name matching x found ")))
        .isEqualTo("No name matching x found");
    assertThat(TargetException.causeOf(new ConnectException())).isEqualTo("ConnectException");
  }

  @Test
  void causeOf_whatWasPutIntoWordsAlready_isNotChanged() {
    TargetException told = new TargetException("Connection refused by us", new SSLException("x"));

    assertThat(TargetException.causeOf(new CompletionException(told)))
        .isEqualTo("Connection refused by us");
  }
}
