package io.tokenstorm.protocol.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InstantsTest {
  @Test
  void shifted_anotherTimeLine_movesSentAndNothingElse() {
    Instants t = new Instants(100, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(t.shifted(-250)).isEqualTo(new Instants(-150, 1, 2, 3, 4, 5, 6, 7, 8));
    assertThat(t.shifted(-250).shifted(250)).isEqualTo(t);
  }

  @Test
  void requestId_ofAKey_namesStageByOneLetter() {
    assertThat(new RequestKey(1, 2, LoadStage.WARMUP, 3, 4).requestId("r"))
        .isEqualTo("r/1/2/w/3/4");
    assertThat(new RequestKey(1, 2, LoadStage.MEASURE, 3, 4).requestId("r"))
        .isEqualTo("r/1/2/m/3/4");
  }
}
