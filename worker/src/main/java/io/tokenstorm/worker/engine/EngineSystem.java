package io.tokenstorm.worker.engine;

import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tokenstorm.worker.lag.LagProbe;
import io.tokenstorm.worker.loop.EventLoop;
import io.tokenstorm.worker.loop.LoopExecutorConfigurator;
import io.tokenstorm.worker.prompt.PromptMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The actor system that an engine's streams run in: local, apart from the cluster's, so that it
 * outlives it. Each event loop is the executor of one of its dispatchers.
 */
final class EngineSystem implements AutoCloseable {
  /** What would falsify a measurement by default: retries, queues, time limits, small bounds. */
  private static final String AKKA_HTTP =
      """
      akka.http.client.idle-timeout = infinite
      akka.http.client.connecting-timeout = 1h
      akka.http.client.user-agent-header = ""
      akka.http.client.parsing.max-header-value-length = 64k
      akka.http.client.parsing.max-header-count = 1024
      akka.http.client.parsing.max-response-reason-length = 64k
      akka.http.client.parsing.max-chunk-ext-length = 64k
      akka.http.client.parsing.max-chunk-size = 16m
      akka.http.client.parsing.illegal-header-warnings = off
      akka.http.host-connection-pool.max-retries = 0
      akka.http.host-connection-pool.max-connections = 1024
      akka.http.host-connection-pool.max-open-requests = 1024
      akka.http.host-connection-pool.idle-timeout = infinite
      akka.http.host-connection-pool.response-entity-subscription-timeout = infinite
      """;

  /**
   * No stream here waits by Akka's clock (the loops have timers of their own), so its clock need
   * not tick a hundred times a second.
   */
  private static final String SCHEDULER = "akka.scheduler.tick-duration = 100 ms\n";

  private static final AtomicInteger THREADS = new AtomicInteger();

  private final ActorSystem system;
  private final List<EventLoop> loops = new ArrayList<>();
  private final ExecutorService background;
  private final PromptMaker promptMaker;
  private final ExecutorService answerCounter;
  private final LagProbe lag;

  EngineSystem(int loopCount) {
    ClassLoader loader = EngineSystem.class.getClassLoader();
    system = ActorSystem.create("tokenstorm-engine", config(loopCount), loader);
    for (int i = 0; i < loopCount; i++) {
      loops.add(loopOf(dispatcher(i)));
    }
    background =
        Executors.newCachedThreadPool(
            task -> daemon(task, "tokenstorm-background-" + THREADS.incrementAndGet()));
    promptMaker = new PromptMaker("tokenstorm-prompts", loops.get(0).ticker());
    answerCounter = Executors.newSingleThreadExecutor(task -> daemon(task, "tokenstorm-counts"));
    lag = new LagProbe(loops);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static Config config(int loopCount) {
    StringBuilder text = new StringBuilder(512);
    text.append("akka.daemonic = on\n")
        .append("akka.jvm-shutdown-hooks = off\n")
        .append("akka.coordinated-shutdown.run-by-jvm-shutdown-hook = off\n")
        .append("akka.log-dead-letters = off\n")
        .append("akka.log-config-on-start = off\n")
        .append(SCHEDULER)
        .append("akka.loggers = [\"akka.event.slf4j.Slf4jLogger\"]\n")
        .append("akka.logging-filter = \"akka.event.slf4j.Slf4jLoggingFilter\"\n")
        .append(AKKA_HTTP)
        .append("akka.actor.default-dispatcher.fork-join-executor.parallelism-max = 1\n")
        .append("akka.actor.internal-dispatcher.fork-join-executor.parallelism-max = 1\n");
    for (int i = 0; i < loopCount; i++) {
      text.append(dispatcher(i))
          .append(" { type = Dispatcher, throughput = 100, executor = \"")
          .append(LoopExecutorConfigurator.class.getName())
          .append("\" }\n");
    }
    return ConfigFactory.parseString(text.toString())
        .withFallback(ConfigFactory.defaultReference(EngineSystem.class.getClassLoader()))
        .resolve();
  }

  private static String dispatcher(int loop) {
    return "tokenstorm-loop-" + loop;
  }

  private EventLoop loopOf(String dispatcher) {
    CompletableFuture<EventLoop> found = new CompletableFuture<>();
    system
        .dispatchers()
        .lookup(dispatcher)
        .execute(
            () -> {
              EventLoop loop = EventLoop.current();
              if (loop == null) {
                found.completeExceptionally(
                    new IllegalStateException(dispatcher + " does not run on an event loop"));
              } else {
                found.complete(loop);
              }
            });
    return found.join();
  }

  ActorSystem actors() {
    return system;
  }

  List<EventLoop> loops() {
    return loops;
  }

  /** The name of the dispatcher that a loop executes. */
  String dispatcherOf(EventLoop loop) {
    return dispatcher(loops.indexOf(loop));
  }

  /** For what may block or takes long: name look-ups, TLS computations, making ready. */
  ExecutorService background() {
    return background;
  }

  /** Makes prompts, one after the other. */
  PromptMaker promptMaker() {
    return promptMaker;
  }

  /** Counts answers by a local tokenizer, one after the other. */
  ExecutorService answerCounter() {
    return answerCounter;
  }

  LagProbe lag() {
    return lag;
  }

  @Override
  public void close() {
    lag.close();
    system.terminate();
    system.getWhenTerminated().whenComplete((done, error) -> loops.forEach(EventLoop::close));
    background.shutdown();
    promptMaker.close();
    answerCounter.shutdown();
  }
}
