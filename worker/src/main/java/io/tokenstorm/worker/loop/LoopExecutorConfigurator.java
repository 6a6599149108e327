package io.tokenstorm.worker.loop;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import com.typesafe.config.Config;
import io.tokenstorm.protocol.time.Ticker;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Makes an {@link EventLoop} the executor of an Akka dispatcher: named as {@code executor} in the
 * dispatcher's configuration. The loop lives as long as whoever took it from {@link
 * EventLoop#current}; Akka's own shutdown of an idle dispatcher does not end it, because sockets
 * may be open while no stream runs.
 */
public final class LoopExecutorConfigurator extends ExecutorServiceConfigurator {
  /** Called by Akka, by this signature. */
  public LoopExecutorConfigurator(Config config, DispatcherPrerequisites prerequisites) {
    super(config, prerequisites);
  }

  @Override
  public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
    EventLoop loop =
        new EventLoop(
            Ticker.system(),
            task -> {
              Thread thread = threads.newThread(task);
              thread.setName(id);
              return thread;
            });
    loop.start();
    LoopExecutorService service = new LoopExecutorService(loop);
    return () -> service;
  }

  /** The face of a loop towards Akka. */
  private static final class LoopExecutorService extends AbstractExecutorService {
    private final EventLoop loop;

    LoopExecutorService(EventLoop loop) {
      this.loop = loop;
    }

    @Override
    public void execute(Runnable task) {
      loop.execute(task);
    }

    @Override
    public void shutdown() {
      // the engine ends the loop; see the class comment
    }

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }
  }
}
