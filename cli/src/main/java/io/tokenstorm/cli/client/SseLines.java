package io.tokenstorm.cli.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The events of one connection. Nothing is read ahead of the one who takes them: the next event is
 * only asked for when one was taken, so that a blocked screen slows the server's stream and does
 * not fill memory.
 */
final class SseLines implements Flow.Subscriber<String> {
  /** What came. */
  sealed interface Item {}

  record Arrived(SseParser.Event event) implements Item {}

  /**
   * The connection is over.
   *
   * @param failure null if it ended properly
   */
  record Over(@Nullable Throwable failure) implements Item {}

  private final SseParser parser = new SseParser();
  private final LinkedBlockingQueue<Item> items = new LinkedBlockingQueue<>();
  private Flow.@Nullable Subscription subscription;

  @Override
  public synchronized void onSubscribe(Flow.Subscription itsSubscription) {
    subscription = itsSubscription;
    itsSubscription.request(1);
  }

  @Override
  public void onNext(String line) {
    Optional<SseParser.Event> event;
    try {
      event = parser.line(line);
    } catch (IllegalArgumentException e) {
      cancel();
      items.add(new Over(e));
      return;
    }
    if (event.isPresent()) {
      items.add(new Arrived(event.get()));
    } else {
      demand();
    }
  }

  @Override
  public void onError(Throwable failure) {
    items.add(new Over(failure));
  }

  @Override
  public void onComplete() {
    items.add(new Over(null));
  }

  /** The next item; empty if none came in time. */
  Optional<Item> take(Duration patience) throws InterruptedException {
    Item item = items.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (item instanceof Arrived) {
      demand();
    }
    return Optional.ofNullable(item);
  }

  private synchronized void demand() {
    if (subscription != null) {
      subscription.request(1);
    }
  }

  synchronized void cancel() {
    if (subscription != null) {
      subscription.cancel();
    }
  }
}
