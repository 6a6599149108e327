package io.tokenstorm.worker.engine;

import akka.Done;
import akka.NotUsed;
import akka.stream.ActorAttributes;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.prompt.PromptSeeds;
import io.tokenstorm.protocol.prompt.PromptSource;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.token.LocalTokenizer;
import io.tokenstorm.protocol.token.TokenizedPrompts;
import io.tokenstorm.worker.answer.EventCounts;
import io.tokenstorm.worker.answer.ExchangeSettings;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.client.Clients;
import io.tokenstorm.worker.client.Target;
import io.tokenstorm.worker.client.Targets;
import io.tokenstorm.worker.link.ReplicaClient;
import io.tokenstorm.worker.load.EngineStatus;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.RecordSink;
import io.tokenstorm.worker.load.SendGate;
import io.tokenstorm.worker.loop.EventLoop;
import io.tokenstorm.worker.prompt.PromptPool;
import io.tokenstorm.worker.slot.SlotCounters;
import io.tokenstorm.worker.slot.SlotLoop;
import io.tokenstorm.worker.slot.SlotPhase;
import io.tokenstorm.worker.slot.SlotSurroundings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One phase in the engine: its slots, spread over the loops, and what they share. */
final class PhaseRun {
  private static final Logger LOG = LoggerFactory.getLogger(PhaseRun.class);

  private final EngineSystem system;
  private final Clients clients;
  private final PhaseWork work;
  private final RecordSink sink;
  private final @Nullable LocalTokenizer tokenizer;
  private final @Nullable AnswerCounter counter;
  private final SlotPhase shared;
  private final Map<URI, Target> targets;
  private final Map<EventLoop, LoopSlots> loopSlots;
  private final AtomicInteger running = new AtomicInteger(1); // one more while slots are started
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final Queue<EventCounts> counts = new ConcurrentLinkedQueue<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger prepared = new AtomicInteger();
  private final AtomicReference<@Nullable String> problem = new AtomicReference<>();

  /**
   * Makes what the slots share; may take long.
   *
   * @throws IllegalArgumentException if the plan's part cannot be carried out on this node, with
   *     the reason for a person
   */
  PhaseRun(EngineSystem system, Clients clients, PhaseWork work, SendGate gate, RecordSink sink) {
    this.system = system;
    this.clients = clients;
    this.work = work;
    this.sink = sink;
    this.targets = Targets.of(work, system.background());
    String file = work.workload().tokenizer();
    this.tokenizer = file == null ? null : LocalTokenizer.load(Path.of(file));
    this.counter =
        tokenizer == null
            ? null
            : new AnswerCounter(tokenizer, work.slots(), system.answerCounter());
    this.shared =
        new SlotPhase(
            work.run(),
            work.epoch(),
            work.phaseIndex(),
            !work.route().connectionPerRequest(),
            work.phase().timeouts(),
            gate,
            new PromptPool(prompts(work, tokenizer), work.slots(), system.promptMaker()),
            new SlotCounters(),
            system.loops().get(0).ticker());
    this.loopSlots = LoopSlots.perLoop(system.loops());
  }

  private static PromptSource prompts(PhaseWork work, @Nullable LocalTokenizer tokenizer) {
    PromptSeeds seeds = new PromptSeeds(work.seed(), work.salt(), work.phaseIndex());
    PromptRecipe recipe = work.recipe();
    if (recipe != null) {
      return PromptSource.exact(seeds, work.workload(), recipe);
    }
    return tokenizer == null || work.sendsIds()
        ? PromptSource.of(
            work.seed(), work.salt(), work.phaseIndex(), work.workload(), work.lengthFactor())
        : new TokenizedPrompts(tokenizer, seeds, work.workload(), work.lengthFactor());
  }

  /** Starts all slots; each opens its connection. */
  void start() {
    List<EventLoop> loops = system.loops();
    for (int slot = work.slots().first(); slot < work.slots().end(); slot++) {
      EventLoop loop = loops.get(slot % loops.size());
      running.incrementAndGet();
      CompletionStage<Done> done =
          records(slot)
              .toMat(Sink.foreach(sink::accept), akka.stream.javadsl.Keep.right())
              .withAttributes(ActorAttributes.dispatcher(system.dispatcherOf(loop)))
              .run(system.actors());
      int failedSlot = slot;
      done.whenComplete((ok, error) -> ended(failedSlot, error));
    }
    oneLess();
  }

  private Source<RequestRecord, NotUsed> records(int slot) {
    Source<RequestRecord, NotUsed> records = Source.fromGraph(new SlotStage(this, slot));
    AnswerCounter counts = counter;
    return counts == null
        ? records
        : records.mapAsync(AnswerCounter.AHEAD, record -> counts.counted(slot, record));
  }

  private void oneLess() {
    if (running.decrementAndGet() == 0) {
      if (tokenizer != null) {
        system.promptMaker().execute(tokenizer::close); // after the last prompt
      }
      over.complete(null);
    }
  }

  private void ended(int slot, @Nullable Throwable error) {
    oneLess();
    if (error != null) {
      LOG.error("Slot {} has failed and sends no more (GENERATOR)", slot, error);
      problem.compareAndSet(null, "slot " + slot + " failed (GENERATOR): " + error);
    }
  }

  /** Called by a slot's stage on its loop. */
  SlotLoop slotStarted(int slot, SlotSurroundings around) {
    URI url = work.route().targetOf(slot);
    Target target = target(url);
    EventLoop loop = currentLoop();
    String header = work.route().replicaHeader();
    ExchangeSettings settings =
        new ExchangeSettings(
            work.phase().request().stream(),
            header == null ? null : header.toLowerCase(Locale.ROOT),
            url.getRawAuthority(),
            work.workload().inputTokens(),
            ApiDialect.of(work.phase().request().api()),
            counter == null ? null : counter.textOf(slot));
    ReplicaClient.Factory client =
        clients.of(target, loop, system.actors(), system.dispatcherOf(loop));
    SlotLoop slotLoop = new SlotLoop(slot, shared, settings, client, around);
    counts.add(slotLoop.counts());
    slots(loop).add(slotLoop);
    return slotLoop;
  }

  private Target target(URI url) {
    Target target = targets.get(url);
    if (target == null) {
      throw new IllegalStateException("no target " + url);
    }
    return target;
  }

  private static EventLoop currentLoop() {
    EventLoop loop = EventLoop.current();
    if (loop == null) {
      throw new IllegalStateException("not on an event loop");
    }
    return loop;
  }

  private LoopSlots slots(EventLoop loop) {
    LoopSlots slots = loopSlots.get(loop);
    if (slots == null) {
      throw new IllegalStateException("a loop of another engine");
    }
    return slots;
  }

  void slotEnded(int slot, SlotLoop slotLoop) {
    LOG.trace("Slot {} has ended", slot);
    slots(currentLoop()).remove(slotLoop);
  }

  void slotOpened(EventLoop loop, String why) {
    if (!why.isEmpty()) {
      problem.compareAndSet(
          null, "route " + work.route().name() + ": " + why + " (" + work.route().targets() + ")");
    }
    opened.incrementAndGet();
    slots(loop).openNext();
  }

  void slotPrepared() {
    prepared.incrementAndGet();
  }

  void gateChanged(long nanos) {
    loopSlots.forEach(
        (loop, slots) -> loop.execute(() -> slots.forEach(s -> s.gateChanged(nanos))));
  }

  void cut() {
    loopSlots.forEach((loop, slots) -> loop.execute(() -> slots.forEach(SlotLoop::cut)));
  }

  /** Cuts and ends all slots. */
  void stop() {
    loopSlots.forEach((loop, slots) -> loop.execute(slots::stop));
    shared.prompts().close();
  }

  /** Done when all slots have handed over their last record. */
  CompletableFuture<Void> over() {
    return over;
  }

  EngineStatus status() {
    int slots = work.slots().count();
    boolean ready = opened.get() >= slots && prepared.get() >= slots;
    SlotCounters counters = shared.counters();
    return new EngineStatus(ready, counters.inFlight(), counters.connections(), problem());
  }

  private String problem() {
    String first = problem.get();
    return first == null ? "" : first;
  }

  /** Output-bearing events of all slots for requests of one window. */
  long streamedEvents(LoadStage stage) {
    return counts.stream().mapToLong(c -> c.of(stage)).sum();
  }

  SlotCounters counters() {
    return shared.counters();
  }

  PromptPool prompts() {
    return shared.prompts();
  }
}
