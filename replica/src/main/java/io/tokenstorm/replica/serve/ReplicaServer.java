package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.engine.Engine;
import io.tokenstorm.replica.engine.Sequence;
import io.tokenstorm.replica.fault.FaultQueue;
import io.tokenstorm.replica.http.HttpProblem;
import io.tokenstorm.replica.http.HttpRequest;
import io.tokenstorm.replica.metrics.ReplicaMetrics;
import io.tokenstorm.replica.net.Clockwork;
import io.tokenstorm.replica.net.Connection;
import io.tokenstorm.replica.net.Dues;
import io.tokenstorm.replica.net.EventLoop;
import io.tokenstorm.replica.net.ServerConnection;
import io.tokenstorm.replica.truth.TruthRecord;
import io.tokenstorm.replica.truth.TruthSink;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica on one event loop: drives the engine by the clock, owns the connections, counts what
 * is in flight. Everything but the construction, {@link #port}, {@link #maxInFlight}, {@link
 * #execute} and {@link #close} happens on the loop's thread.
 */
public final class ReplicaServer implements Clockwork, ServerConnection.Requests, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaServer.class);

  /** So that connections are looked at even if the model is faster than this machine. */
  private static final int MOST_STEPS_AT_ONCE = 4;

  private final String name;
  private final ServeSettings settings;
  private final TruthSink truth;
  private final EventLoop loop;
  private final Engine engine;
  private final Endpoints endpoints;
  private final ReplicaMetrics metrics;
  private final FaultQueue faults = new FaultQueue();
  private final Dues dues = new Dues();
  private final List<Connection> dirty = new ArrayList<>();
  private final Set<ServerConnection> connections = new HashSet<>();
  private final int port;
  private @Nullable ServerSocketChannel listener;
  private volatile int inFlight;
  private volatile int maxInFlight;
  private String closeReason = "client_closed";
  private long nowNanos;

  /**
   * Starts to serve on loopback.
   *
   * @param name the replica's name
   * @param wantedPort 0 for any
   * @throws IOException if the port cannot be had
   */
  public ReplicaServer(String name, ServeSettings settings, int wantedPort, TruthSink truth)
      throws IOException {
    this.name = name;
    this.settings = settings;
    this.truth = truth;
    this.engine = new Engine(settings.engine());
    this.metrics = new ReplicaMetrics(settings.metricNames(), settings.model());
    this.loop = new EventLoop("replica-" + name);
    this.endpoints = new Endpoints(this);
    ServerSocketChannel opened = loop.listen(wantedPort, this::newConnection);
    this.listener = opened;
    this.port = opened.socket().getLocalPort();
    this.nowNanos = System.nanoTime();
    loop.start(this);
  }

  private ServerConnection newConnection() {
    ServerConnection connection = new ServerConnection(this);
    connections.add(connection);
    return connection;
  }

  /** The port it serves, also while it is down. */
  public int port() {
    return port;
  }

  /** The most requests that were in flight at one time. */
  public int maxInFlight() {
    return maxInFlight;
  }

  /** Requests in flight now. */
  public int inFlight() {
    return inFlight;
  }

  /** Runs something on the loop's thread. */
  public void execute(Runnable task) {
    loop.execute(task);
  }

  /** The loop, to measure it. */
  public EventLoop loop() {
    return loop;
  }

  /** The faults that wait for requests; on the loop's thread. */
  public FaultQueue faults() {
    return faults;
  }

  /** Refuses connections and resets those there are; on the loop's thread. */
  public void goDown() {
    closeReason = "down";
    try {
      if (listener != null) {
        listener.close();
        listener = null;
      }
    } catch (IOException failed) {
      LOG.warn("{} could not close its port: {}", name, failed.toString());
    }
    Set.copyOf(connections).forEach(ServerConnection::cut);
    closeReason = "client_closed";
  }

  /** Listens again on the same port; on the loop's thread. */
  public void comeUp() {
    if (listener != null) {
      return;
    }
    try {
      listener = loop.listen(port, this::newConnection);
    } catch (IOException failed) {
      LOG.error("{} could not return: {}", name, failed.toString());
    }
  }

  String name() {
    return name;
  }

  ServeSettings settings() {
    return settings;
  }

  Engine engine() {
    return engine;
  }

  String metricsText() {
    return metrics.text(engine.gauges());
  }

  long nowNanos() {
    return nowNanos;
  }

  String closeReason() {
    return closeReason;
  }

  /** Does something at an instant. */
  void at(long dueNanos, Runnable action) {
    dues.add(dueNanos, action);
  }

  /** A connection has bytes that the end of this round must write. */
  void dirty(Connection connection) {
    dirty.add(connection);
  }

  /** A request arrived; returns how many are in flight with it. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written by the loop's thread alone
  int arrived() {
    inFlight++;
    maxInFlight = Math.max(maxInFlight, inFlight);
    return inFlight;
  }

  /** A request ended; it is in the truth log and no longer in flight. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written by the loop's thread alone
  void ended(TruthRecord record) {
    inFlight--;
    if (record.promptTokens() > 0) {
      metrics.ended(record);
    }
    truth.ended(record);
  }

  void submit(Sequence sequence, long arrivalNanos) {
    engine.submit(sequence, arrivalNanos);
  }

  void leave(Sequence sequence) {
    if (sequence.state() != Sequence.State.ENDED) {
      engine.cancel(sequence);
    }
  }

  @Override
  public void handle(HttpRequest request, ServerConnection connection) {
    endpoints.handle(request, connection);
  }

  @Override
  public byte[] refusal(HttpProblem problem) {
    return PlainAnswers.error(problem.status(), String.valueOf(problem.getMessage()));
  }

  @Override
  public void closed(ServerConnection connection) {
    connections.remove(connection);
  }

  @Override
  public long nextDueNanos() {
    return Math.min(engine.nextDueNanos(), dues.nextNanos());
  }

  @Override
  public void run(long now) {
    nowNanos = now;
    engine.advance(now, MOST_STEPS_AT_ONCE);
    dues.runDue(now);
    for (int i = 0; i < dirty.size(); i++) {
      dirty.get(i).flush();
    }
    dirty.clear();
  }

  @Override
  public void close() {
    loop.execute(() -> closeReason = "shutdown");
    loop.close();
  }
}
