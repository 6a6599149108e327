package io.tokenstorm.coordinator.live.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.LiveJson;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final String LATENCY =
      "{\"recent_p50\": 0.1, \"recent_p99\": 0.2, \"buckets\": []}";

  private final Timeline timeline = new Timeline();

  private static LiveFrame frame(double atSeconds, String current, double recentSeconds) {
    return LiveJson.read(
        String.format(
            Locale.ROOT,
            """
            {"run": "r", "elapsed_seconds": %s, "current": %s,
             "replicas": [{"engine": {"running": 5, "waiting": 1, "kv_usage": 0.4}},
                          {"engine": {"running": 2, "waiting": null, "kv_usage": 0.6}},
                          {"engine": null}],
             "requests": {"errors": 3},
             "recent": {"seconds": %s, "requests_per_second": 2, "tokens_per_second": 50},
             "ttft": %s, "tpot": %s, "e2e": %s, "itl": %s}
            """,
            atSeconds,
            current,
            recentSeconds,
            LATENCY,
            LATENCY,
            LATENCY,
            LATENCY),
        LiveFrame.class);
  }

  private static LiveFrame idle(double atSeconds) {
    return frame(atSeconds, "null", 0);
  }

  @Test
  void add_frameOfAPhase_keepsWhatItSaid() {
    String current =
        "{\"name\": \"p\", \"index\": 1, \"epoch\": 4, \"stage\": \"measure\","
            + " \"concurrency\": 8, \"in_flight\": 7}";
    timeline.add(frame(5, current, 3));
    assertThat(timeline.moments())
        .containsExactly(
            new Moment(
                5,
                "p",
                1,
                4,
                Stage.MEASURE,
                50.0,
                2.0,
                7,
                8,
                3L,
                0.1,
                0.2,
                0.1,
                0.2,
                0.1,
                0.2,
                7.0,
                1.0,
                0.6));
  }

  @Test
  void add_nothingKnownYet_isNullAndNotZero() {
    timeline.add(idle(1));
    Moment moment = timeline.moments().get(0);
    assertThat(moment.tokensPerSecond()).isNull();
    assertThat(moment.inFlight()).isNull();
    assertThat(moment.phase()).isNull();
  }

  @Test
  void add_beforeTheRunBegan_orNotLater_changesNothing() {
    timeline.add(idle(0));
    timeline.add(idle(2));
    timeline.add(idle(2));
    timeline.add(idle(1));
    assertThat(timeline.moments()).extracting(Moment::atSeconds).containsExactly(2.0);
  }

  @Property(tries = 30)
  void add_anyNumber_staysBounded_evenlySpread_fromTheFirstOn(
      @ForAll @IntRange(min = 1, max = 9_000) int frames) {
    Timeline course = new Timeline();
    for (int i = 1; i <= frames; i++) {
      course.add(idle(i));
    }
    List<Double> at = course.moments().stream().map(Moment::atSeconds).toList();
    assertThat(at).hasSizeBetween(Math.min(frames, Timeline.MOST / 2), Timeline.MOST);
    assertThat(at.get(0)).isEqualTo(1);
    double step = at.size() > 1 ? at.get(1) - at.get(0) : 1;
    for (int i = 1; i < at.size(); i++) {
      assertThat(at.get(i) - at.get(i - 1)).isEqualTo(step);
    }
    assertThat(frames - at.get(at.size() - 1)).isLessThan(step);
  }
}
