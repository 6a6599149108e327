package io.tokenstorm.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.stream.Attributes;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.SinkQueueWithCancel;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import com.typesafe.config.ConfigFactory;
import io.tokenstorm.coordinator.api.LiveChannel.Rendered;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class FrameStageTest {
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          "frames",
          ConfigFactory.parseString("akka.actor.provider = local")
              .withFallback(ConfigFactory.load()));

  private final LiveChannel channel = new LiveChannel();

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  private static Rendered frame(long sequence, boolean last) {
    return new Rendered(sequence, ByteString.fromString("frame " + sequence), last);
  }

  private SinkQueueWithCancel<ByteString> watcher() {
    return Source.fromGraph(new FrameStage(channel, -1))
        .runWith(
            Sink.<ByteString>queue().addAttributes(Attributes.inputBuffer(1, 1)), KIT.system());
  }

  private static Optional<String> pull(SinkQueueWithCancel<ByteString> watcher) {
    return watcher.pull().toCompletableFuture().join().map(ByteString::utf8String);
  }

  @Test
  void watcher_readsNothingForLong_getsTheNewestThenAndTheEnd() {
    channel.publish(frame(1, false));
    SinkQueueWithCancel<ByteString> watcher = watcher();
    assertThat(pull(watcher)).contains("frame 1");
    channel.publish(frame(2, false));
    assertThat(pull(watcher)).contains("frame 2");
    for (int i = 3; i <= 5_000; i++) {
      channel.publish(frame(i, i == 5_000));
    }

    List<String> left = new ArrayList<>();
    for (Optional<String> next = pull(watcher); next.isPresent(); next = pull(watcher)) {
      left.add(next.get());
    }
    // a few may have been taken in advance, by the queue of the test
    assertThat(left).hasSizeLessThan(5).endsWith("frame 5000");
    await().until(() -> channel.watchers() == 0);
  }

  @Test
  void watcher_neverReads_holdsNoFrames() {
    SinkQueueWithCancel<ByteString> watcher = watcher();
    await().until(() -> channel.watchers() == 1);
    channel.publish(frame(1, false));
    channel.publish(frame(2, false));
    Rendered early = frame(3, false);
    WeakReference<Rendered> gone = new WeakReference<>(early);
    channel.publish(early);
    early = null;
    for (int i = 4; i <= 4 + LiveChannel.KEPT; i++) {
      channel.publish(frame(i, false));
    }

    await()
        .until(
            () -> {
              System.gc();
              return gone.refersTo(null);
            });
    watcher.cancel();
    await().until(() -> channel.watchers() == 0);
  }
}
