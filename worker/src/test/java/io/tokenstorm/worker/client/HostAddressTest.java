package io.tokenstorm.worker.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.ErrorKind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which address of a name is connected to, and when the name is looked up again. */
class HostAddressTest {
  private final List<String> told = new ArrayList<>();
  private String[] addresses = {"10.0.0.1", "10.0.0.2"};
  private int lookUps;
  private final HostAddress name =
      new HostAddress(URI.create("http://replicas:8000"), Runnable::run, this::lookUp);

  private InetAddress[] lookUp(String host) throws UnknownHostException {
    lookUps++;
    if (addresses.length == 0) {
      throw new UnknownHostException(host);
    }
    InetAddress[] all = new InetAddress[addresses.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = InetAddress.getByName(addresses[i]);
    }
    return all;
  }

  private String resolved() {
    told.clear();
    name.resolve(
        Runnable::run,
        new HostAddress.Answer() {
          @Override
          public void resolved(InetSocketAddress address) {
            told.add(address.getAddress().getHostAddress() + ":" + address.getPort());
          }

          @Override
          public void unresolved(String detail) {
            told.add(detail);
          }
        });
    return String.join(" ", told);
  }

  private static InetSocketAddress at(String address) {
    return new InetSocketAddress(address, 8000);
  }

  @Test
  void name_withSeveralAddresses_staysWithTheFirstWhileItConnects() {
    assertThat(resolved()).isEqualTo("10.0.0.1:8000");
    assertThat(resolved()).isEqualTo("10.0.0.1:8000");
    assertThat(lookUps).isEqualTo(1);
  }

  @Test
  void failedConnect_movesToTheNextAddress_andAfterTheLastLooksTheNameUpAgain() {
    resolved();
    assertThat(name.failed(at("10.0.0.1"))).isTrue();
    assertThat(resolved()).isEqualTo("10.0.0.2:8000");
    assertThat(name.failed(at("10.0.0.2"))).isFalse();
    addresses = new String[] {"10.0.0.3"};
    assertThat(resolved()).isEqualTo("10.0.0.3:8000");
    assertThat(lookUps).isEqualTo(2);
  }

  @Test
  void failedConnect_thatAnotherSlotHasToldOf_skipsNoAddress() {
    resolved();
    assertThat(name.failed(at("10.0.0.1"))).isTrue();
    assertThat(name.failed(at("10.0.0.1"))).isTrue();
    assertThat(resolved()).isEqualTo("10.0.0.2:8000");
  }

  @Test
  void nameThatIsUnknown_isLookedUpEachTime() {
    addresses = new String[0];
    assertThat(resolved()).isEqualTo("the name replicas is not known");
    addresses = new String[] {"10.0.0.1"};
    assertThat(resolved()).isEqualTo("10.0.0.1:8000");
  }

  @Test
  void opening_thatTookTooLong_countsAsFailed_oneThatSucceededDoesNot() {
    resolved();
    Opening good = new Opening(name);
    good.begins(at("10.0.0.1"));
    good.succeeded();
    good.givenUp();
    assertThat(resolved()).isEqualTo("10.0.0.1:8000");
    Opening late = new Opening(name);
    late.begins(at("10.0.0.1"));
    late.givenUp();
    assertThat(resolved()).isEqualTo("10.0.0.2:8000");
  }

  @Test
  void opening_refused_triesTheNextAddressAtOnce_refusedHandshakeDoesNot() {
    resolved();
    Opening refused = new Opening(name);
    refused.begins(at("10.0.0.1"));
    assertThat(refused.failed(ErrorKind.CONNECT_REFUSED)).isTrue();
    addresses = new String[] {"10.0.0.1", "10.0.0.2"};
    name.failed(at("10.0.0.2"));
    resolved();
    Opening handshake = new Opening(name);
    handshake.begins(at("10.0.0.1"));
    assertThat(handshake.failed(ErrorKind.TLS)).isFalse();
    assertThat(resolved()).isEqualTo("10.0.0.2:8000");
  }
}
