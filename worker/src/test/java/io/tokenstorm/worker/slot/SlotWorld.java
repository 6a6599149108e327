package io.tokenstorm.worker.slot;

import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.prompt.PromptText;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.worker.answer.ExchangeSettings;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseReader;
import io.tokenstorm.worker.link.ClientListener;
import io.tokenstorm.worker.link.ReplicaClient;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import io.tokenstorm.worker.prompt.PromptPool;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** One slot in a world whose time, connection, gate and prompts a test moves by hand. */
final class SlotWorld implements SlotSurroundings, SlotEvents, SendGate {
  static final String ANSWER =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
  static final String TOKEN =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}\n\n";
  static final String DONE = "data: [DONE]\n\n";
  static final Timeouts TIMEOUTS =
      new Timeouts(Duration.ofNanos(1_000), Duration.ofNanos(5_000), Duration.ofNanos(50_000));

  final List<RequestRecord> records = new ArrayList<>();
  final List<String> told = new ArrayList<>();
  final List<String> sentIds = new ArrayList<>();
  final SlotCounters counters = new SlotCounters();
  final ArrayDeque<Runnable> promptTasks = new ArrayDeque<>();
  final Client client;
  final SlotLoop slot;

  long now = 1_000_000;
  long timerDue = Long.MAX_VALUE;
  SendDecision decision = SendDecision.IDLE;
  int ordinal;
  boolean lease = true;
  boolean takeRecords = true;
  private Runnable onTimer = () -> {};

  SlotWorld() {
    this(true);
  }

  SlotWorld(boolean keepAlive) {
    PromptText text = new PromptText(1, "salt", 0, new Workload("w", 5, null), 1);
    PromptPool prompts = new PromptPool(text, new SlotRange(3, 1), promptTasks::add);
    SlotPhase phase =
        new SlotPhase("run", 2, 1, keepAlive, TIMEOUTS, this, prompts, counters, () -> now);
    client = new Client();
    slot =
        new SlotLoop(
            3, phase, new ExchangeSettings(true, null, "target:80", 5), client::bind, this);
  }

  /** Started, connected, the first prompt made: the gate has been asked once. */
  static SlotWorld ready() {
    return ready(true);
  }

  static SlotWorld ready(boolean keepAlive) {
    SlotWorld world = new SlotWorld(keepAlive);
    world.slot.start();
    world.slot.onOpen(world.now);
    world.makePrompts();
    return world;
  }

  void makePrompts() {
    while (!promptTasks.isEmpty()) {
      promptTasks.poll().run();
    }
  }

  /** Moves time on; the timer fires if it is due. */
  void at(long nanos) {
    now = nanos;
    if (now >= timerDue) {
      timerDue = Long.MAX_VALUE;
      onTimer.run();
    }
  }

  /** Fires the timer as often as it is due now. */
  void settleTimer() {
    for (int i = 0; i < 3 && now >= timerDue; i++) {
      at(now);
    }
  }

  static SendDecision.Send measure(int ordinal) {
    return new SendDecision.Send(LoadStage.MEASURE, ordinal);
  }

  void gateSays(SendDecision says) {
    decision = says;
    slot.gateChanged(now);
  }

  @Override
  public SendDecision ask(int slotNumber, long nowNanos) {
    told.add("asked at " + nowNanos);
    SendDecision says = decision;
    if (says instanceof SendDecision.Send) {
      decision = SendDecision.IDLE;
    }
    return says;
  }

  @Override
  public boolean leaseHolds(long nowNanos) {
    return lease;
  }

  @Override
  public SlotTimer timer(Runnable action) {
    onTimer = action;
    return new SlotTimer() {
      @Override
      public void set(long nanos) {
        timerDue = nanos;
      }

      @Override
      public void cancel() {
        timerDue = Long.MAX_VALUE;
      }
    };
  }

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
    records.add(record);
    if (takeRecords) {
      slot.recordTaken();
    }
  }

  @Override
  public void opened(String problem) {
    told.add("opened " + problem);
  }

  @Override
  public void prepared() {
    told.add("prepared");
  }

  @Override
  public void stopped() {
    told.add("stopped");
  }

  /** A connection that does what the test says. */
  final class Client implements ReplicaClient {
    private ResponseReader reader;
    private ClientListener listener;
    int opens;
    int closes;
    boolean stale;
    boolean brokenAtWrite;
    Runnable whileLookedAt = () -> {};

    ReplicaClient bind(ClientListener slotLoop, ResponseHandler answer) {
      listener = slotLoop;
      reader = new ResponseReader(answer);
      return this;
    }

    /** The peer's bytes arrive now. */
    void answers(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      listener.arrived(bytes.length, now);
      reader.feed(bytes, 0, bytes.length);
      listener.settle(reader.keepAlive());
    }

    void answersChunk(String text) {
      answers(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
    }

    void opened() {
      listener.onOpen(now);
    }

    void refused() {
      listener.onOpenFailed(ErrorKind.CONNECT_REFUSED, "refused", now);
    }

    void resets() {
      listener.onConnectionBroken(reader.begun(), "reset", now);
    }

    void closesInOrder() {
      listener.onConnectionEnd(ResponseReader.Ending.BEFORE_RESPONSE, now);
    }

    @Override
    public void open() {
      opens++;
    }

    @Override
    public boolean fresh() {
      whileLookedAt.run();
      return !stale;
    }

    @Override
    public boolean send(Prompt prompt, String requestId) {
      if (brokenAtWrite) {
        return false;
      }
      reader.reset();
      sentIds.add(requestId);
      return true;
    }

    @Override
    public void withoutUsage() {
      told.add("without usage");
    }

    @Override
    public void close() {
      closes++;
    }
  }
}
