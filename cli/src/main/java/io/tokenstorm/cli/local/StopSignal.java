package io.tokenstorm.cli.local;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C (SIGINT), SIGTERM and SIGHUP, counted: the first asks for an orderly end, the second for
 * an end at once, the third ends the process. Shutdown hooks cannot tell the second from the first,
 * so the JVM's own signal class is used; it is no part of the Java API and is reached by name.
 */
public final class StopSignal implements AutoCloseable {
  private static final int ENDED_BY_FORCE = 1;

  private final CountDownLatch first = new CountDownLatch(1);
  private final List<Runnable> restore = new ArrayList<>();
  private int count;
  private Runnable onFirst = () -> {};
  private Runnable onSecond = () -> {};

  private StopSignal() {}

  /** Takes the signals over until this is closed. */
  public static StopSignal install() {
    StopSignal stop = new StopSignal();
    for (String name : List.of("INT", "TERM", "HUP")) {
      stop.take(name);
    }
    return stop;
  }

  /**
   * What each signal does from now on. Runs at once what came already.
   *
   * @param first at the first signal; must return soon
   * @param second at the second
   */
  public synchronized void onSignals(Runnable first, Runnable second) {
    onFirst = first;
    onSecond = second;
    if (count >= 1) {
      first.run();
    }
    if (count >= 2) {
      second.run();
    }
  }

  /** How many signals came. */
  public synchronized int count() {
    return count;
  }

  /** Waits for the first signal. */
  public void awaitFirst() throws InterruptedException {
    first.await();
  }

  /** Waits for the first signal for a while; says whether it came. */
  public boolean awaitFirst(Duration patience) throws InterruptedException {
    return first.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void received() {
    count++;
    if (count == 1) {
      onFirst.run();
      first.countDown();
    } else if (count == 2) {
      onSecond.run();
    } else {
      new Thread(() -> Runtime.getRuntime().exit(ENDED_BY_FORCE), "stop-now").start();
    }
  }

  private void take(String name) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object signal = signalType.getConstructor(String.class).newInstance(name);
      InvocationHandler calls =
          (proxy, method, args) -> {
            if (method.getName().equals("handle")) {
              received();
              return null;
            }
            return method.getName().equals("hashCode")
                ? System.identityHashCode(proxy)
                : method.getName().equals("equals") ? proxy == args[0] : "stop signal";
          };
      Object handler =
          Proxy.newProxyInstance(
              StopSignal.class.getClassLoader(), new Class<?>[] {handlerType}, calls);
      var handle = signalType.getMethod("handle", signalType, handlerType);
      Object before = handle.invoke(null, signal, handler);
      restore.add(() -> putBack(handle, signal, before));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Java cannot handle the signal " + name, e);
    }
  }

  private static void putBack(java.lang.reflect.Method handle, Object signal, Object before) {
    try {
      handle.invoke(null, signal, before);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a signal's handler cannot be put back", e);
    }
  }

  /** Gives the signals back. */
  @Override
  public void close() {
    restore.forEach(Runnable::run);
    restore.clear();
  }
}
