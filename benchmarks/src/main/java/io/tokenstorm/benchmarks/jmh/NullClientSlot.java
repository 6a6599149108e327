package io.tokenstorm.benchmarks.jmh;

import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.prompt.PromptText;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.worker.answer.ExchangeSettings;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseReader;
import io.tokenstorm.worker.link.ClientListener;
import io.tokenstorm.worker.link.ReplicaClient;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import io.tokenstorm.worker.prompt.PromptPool;
import io.tokenstorm.worker.slot.SlotCounters;
import io.tokenstorm.worker.slot.SlotEvents;
import io.tokenstorm.worker.slot.SlotLoop;
import io.tokenstorm.worker.slot.SlotPhase;
import io.tokenstorm.worker.slot.SlotSurroundings;
import io.tokenstorm.worker.slot.SlotTimer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The product's slot loop with a client that answers from memory, on the caller's thread. */
final class NullClientSlot implements SendGate, SlotSurroundings, SlotEvents, SlotTimer {
  private static final int SLOT = 3;

  private final byte[] answer;
  private final Ticker ticker = Ticker.system();
  private final SlotLoop loop;
  private @Nullable NullClient client;
  private int ordinal;
  private long bytes;

  NullClientSlot(byte[] answer) {
    this.answer = answer;
    PromptText text = new PromptText(7, "salt", 0, new Workload("w", 50, null), 1.0);
    Duration limit = Duration.ofMinutes(1);
    SlotPhase phase =
        new SlotPhase(
            "run",
            1,
            0,
            true,
            new Timeouts(limit, limit, limit),
            this,
            new PromptPool(text, new SlotRange(SLOT, 1), Runnable::run),
            new SlotCounters(),
            ticker);
    loop =
        new SlotLoop(SLOT, phase, new ExchangeSettings(true, null, "t:80", 50), this::bind, this);
    loop.start();
    loop.onOpen(ticker.nanos());
  }

  private ReplicaClient bind(ClientListener listener, ResponseHandler handler) {
    NullClient made = new NullClient(listener, handler);
    client = made;
    return made;
  }

  /** The request under way is answered; the next one is sent. Gives the bytes read so far. */
  long request() {
    if (client != null) {
      client.answer();
    }
    return bytes;
  }

  @Override
  public SendDecision ask(int slot, long nowNanos) {
    return new SendDecision.Send(LoadStage.MEASURE, ordinal++);
  }

  @Override
  public boolean leaseHolds(long nowNanos) {
    return true;
  }

  @Override
  public SlotTimer timer(Runnable action) {
    return this;
  }

  @Override
  public void set(long nanos) {}

  @Override
  public void cancel() {}

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public SlotEvents events() {
    return this;
  }

  @Override
  public void finished(RequestRecord record) {
    if (!record.succeeded()) {
      throw new IllegalStateException("a request failed: " + record.outcome());
    }
    bytes += record.responseBytes();
    loop.recordTaken();
  }

  @Override
  public void opened(String problem) {}

  @Override
  public void prepared() {}

  @Override
  public void stopped() {}

  /** A connection that takes what it is given. */
  private final class NullClient implements ReplicaClient {
    private final ClientListener listener;
    private final ResponseReader reader;

    NullClient(ClientListener listener, ResponseHandler handler) {
      this.listener = listener;
      this.reader = new ResponseReader(handler);
    }

    void answer() {
      listener.arrived(answer.length, ticker.nanos());
      reader.feed(answer, 0, answer.length);
      listener.settle(reader.keepAlive());
    }

    @Override
    public void open() {}

    @Override
    public boolean fresh() {
      return true;
    }

    @Override
    public boolean send(Prompt prompt, String requestId) {
      reader.reset();
      return true;
    }

    @Override
    public void withoutUsage() {}

    @Override
    public void close() {}
  }
}
