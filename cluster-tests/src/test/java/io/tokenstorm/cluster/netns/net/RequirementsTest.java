package io.tokenstorm.cluster.netns.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequirementsTest {

  @Test
  void missing_withAllThere_isNothing() {
    assertThat(Requirements.missing(true, tool -> true)).isEmpty();
  }

  @Test
  void missing_notRoot_saysSoAndWhatToRunInstead() {
    assertThat(Requirements.missing(false, tool -> true))
        .hasValueSatisfying(text -> assertThat(text).contains("as root").contains("./mvnw verify"));
  }

  @Test
  void missing_aTool_namesItAndItsPackages() {
    assertThat(Requirements.missing(true, tool -> !tool.equals("nft")))
        .hasValueSatisfying(
            text ->
                assertThat(text).contains("'nft'").contains("apt-get install iproute2 nftables"));
  }
}
