package io.tokenstorm.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import akka.util.ByteString;
import io.tokenstorm.coordinator.api.LiveChannel.Rendered;
import io.tokenstorm.coordinator.api.LiveChannel.Start;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LiveChannelTest {
  private final LiveChannel channel = new LiveChannel();

  private void publish(long from, long to) {
    for (long i = from; i <= to; i++) {
      channel.publish(new Rendered(i, ByteString.fromString("f" + i), false));
    }
  }

  private long next(Start start) {
    Rendered frame = channel.next(start.after(), start.catchUpTo());
    return frame == null ? -1 : frame.sequence();
  }

  @Test
  void next_newWatcher_getsTheNewestAtOnce() {
    publish(1, 9);
    assertThat(next(channel.start(-1))).isEqualTo(9);
  }

  @Test
  void next_newWatcherBeforeTheFirstFrame_waits() {
    Start start = channel.start(-1);
    assertThat(next(start)).isEqualTo(-1);
    publish(1, 1);
    assertThat(next(start)).isEqualTo(1);
  }

  @Test
  void next_slowWatcher_skipsToTheNewest() {
    publish(1, 2);
    Start start = channel.start(-1);
    assertThat(next(start)).isEqualTo(2);
    publish(3, 50);
    assertThat(channel.next(2, start.catchUpTo()).sequence()).isEqualTo(50);
  }

  @Test
  void next_watcherThatComesBack_getsWhatItMissedAndIsThenLive() {
    publish(1, 9);
    Start start = channel.start(6);
    assertThat(next(start)).isEqualTo(7);
    publish(10, 20);
    assertThat(channel.next(7, start.catchUpTo()).sequence()).isEqualTo(8);
    assertThat(channel.next(8, start.catchUpTo()).sequence()).isEqualTo(9);
    assertThat(channel.next(9, start.catchUpTo()).sequence()).isEqualTo(20);
    assertThat(channel.next(20, start.catchUpTo())).isNull();
  }

  @Test
  void next_awayForLong_startsWithTheOldestKept() {
    publish(1, 1_000);
    assertThat(next(channel.start(3))).isEqualTo(1_000 - LiveChannel.KEPT + 1);
  }

  @Test
  void publish_lastFrame_isAllThatIsLeft() {
    publish(1, 9);
    channel.publish(new Rendered(10, ByteString.emptyByteString(), true));

    assertThat(next(channel.start(3))).isEqualTo(10);
    assertThat(channel.isOver(10)).isTrue();
    assertThat(channel.isOver(9)).isFalse();
  }

  @Test
  void watch_eachFrame_wakesUntilUnwatched() {
    AtomicInteger woken = new AtomicInteger();
    Runnable wake = woken::incrementAndGet;
    channel.watch(wake);
    publish(1, 2);
    channel.unwatch(wake);
    publish(3, 3);

    assertThat(woken).hasValue(2);
    assertThat(channel.watchers()).isZero();
  }
}
