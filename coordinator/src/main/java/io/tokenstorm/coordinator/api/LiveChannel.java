package io.tokenstorm.coordinator.api;

import akka.util.ByteString;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * The newest frames of one run, rendered once for all watchers. A watcher keeps nothing but the
 * number of the last frame it got, and asks for the next when it can take one: a slow one skips to
 * the newest, one that never reads costs nothing more. Thread-safe.
 */
final class LiveChannel {
  /** So many frames are kept for those that come back, or come late and want a past. */
  static final int KEPT = 120;

  /**
   * One frame.
   *
   * @param sequence its number
   * @param bytes the whole server-sent event
   * @param last whether no frame follows
   */
  record Rendered(long sequence, ByteString bytes, boolean last) {}

  /**
   * Where a watcher begins.
   *
   * @param after the last frame it has
   * @param catchUpTo up to this one it gets every kept frame, from there on the newest
   */
  record Start(long after, long catchUpTo) {}

  private final Deque<Rendered> frames = new ArrayDeque<>();
  private final Set<Runnable> watchers = new CopyOnWriteArraySet<>();

  /** Adds a frame and wakes the watchers. After the last one all others are forgotten. */
  void publish(Rendered frame) {
    synchronized (frames) {
      if (frame.last() || frames.size() == KEPT) {
        trim(frame.last() ? 0 : KEPT - 1);
      }
      frames.addLast(frame);
    }
    watchers.forEach(Runnable::run);
  }

  private void trim(int size) {
    while (frames.size() > size) {
      frames.removeFirst();
    }
  }

  /** Where a watcher begins that has frames up to {@code lastSequence}; −1: none. */
  Start start(long lastSequence) {
    synchronized (frames) {
      Rendered newest = frames.peekLast();
      if (newest == null) {
        return new Start(-1, -1);
      }
      // a number from the future is another coordinator's
      return lastSequence < 0 || lastSequence > newest.sequence()
          ? new Start(newest.sequence() - 1, -1)
          : new Start(lastSequence, newest.sequence());
    }
  }

  /** The frame to give next to a watcher that has those up to {@code after}; null: not yet. */
  @Nullable Rendered next(long after, long catchUpTo) {
    synchronized (frames) {
      Rendered newest = frames.peekLast();
      if (newest == null || newest.sequence() <= after) {
        return null;
      }
      if (after >= catchUpTo) {
        return newest;
      }
      return frames.stream().filter(f -> f.sequence() > after).findFirst().orElse(newest);
    }
  }

  /** Whether a watcher with frames up to {@code sequence} has seen the last one. */
  boolean isOver(long sequence) {
    synchronized (frames) {
      Rendered newest = frames.peekLast();
      return newest != null && newest.last() && newest.sequence() == sequence;
    }
  }

  /** From now on {@code wake} is run at each frame; it must return at once. */
  void watch(Runnable wake) {
    watchers.add(wake);
  }

  void unwatch(Runnable wake) {
    watchers.remove(wake);
  }

  int watchers() {
    return watchers.size();
  }
}
