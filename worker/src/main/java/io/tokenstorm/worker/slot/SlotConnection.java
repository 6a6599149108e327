package io.tokenstorm.worker.slot;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.worker.link.ReplicaClient;

/**
 * The one connection of a slot: what is known of its state, and the count of open connections. One
 * that is not kept serves one request only, and none stands ready between requests.
 */
final class SlotConnection {
  private final ReplicaClient client;
  private final SlotCounters counters;
  private final boolean kept;
  private boolean open;
  private boolean opening;

  SlotConnection(ReplicaClient client, SlotCounters counters, boolean kept) {
    this.client = client;
    this.counters = counters;
    this.kept = kept;
  }

  void connect() {
    opening = true;
    client.open();
  }

  void opened() {
    opening = false;
    setOpen(true);
  }

  /** A connect has failed, or the peer has closed the connection. */
  void gone() {
    opening = false;
    setOpen(false);
  }

  void close() {
    client.close();
    gone();
  }

  /**
   * Nothing is under way on it any more: closed unless it is kept and may serve another request.
   */
  void release(boolean reusable) {
    if (!kept || !reusable) {
      close();
    }
  }

  private void setOpen(boolean is) {
    if (open != is) {
      open = is;
      counters.connection(is ? 1 : -1);
    }
  }

  boolean isOpening() {
    return opening;
  }

  /** One is to stand ready between requests, and none is open or about to be. */
  boolean isMissing() {
    return kept && !open && !opening;
  }

  /** Whether it is open and not stale. A stale one is counted and given up. */
  boolean isFresh() {
    return open && keepIf(client.fresh());
  }

  /** Sends over a fresh one; false if it was found stale after all: nothing was written to it. */
  boolean send(Prompt prompt, String requestId) {
    return keepIf(client.send(prompt, requestId));
  }

  private boolean keepIf(boolean usable) {
    if (!usable) {
      counters.staleReplaced();
      setOpen(false);
    }
    return usable;
  }

  void withoutUsage() {
    client.withoutUsage();
  }
}
