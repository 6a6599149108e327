package io.tokenstorm.worker.client;

import akka.stream.Attributes;
import akka.stream.FlowShape;
import akka.stream.Inlet;
import akka.stream.Outlet;
import akka.stream.stage.AbstractInHandler;
import akka.stream.stage.AbstractOutHandler;
import akka.stream.stage.AsyncCallback;
import akka.stream.stage.GraphStage;
import akka.stream.stage.GraphStageLogic;
import akka.util.ByteString;
import java.util.ArrayDeque;

/**
 * An open connection as a flow of bytes: what it is given is written, what is read comes out. The
 * stamp of a read is told right before its bytes come out, so that whatever the stages after it
 * make of them carries that stamp.
 */
final class TransportStage extends GraphStage<FlowShape<ByteString, ByteString>> {
  /** Told on the loop's thread. */
  interface Wire {
    /** The stage runs; what the connection reads goes through the callback. */
    void runningBytes(AsyncCallback<Arrival> arrivals);

    void write(ByteString bytes);

    /** The bytes of this read come out next. */
    void emerging(Arrival arrival);

    /** The stages above want the connection closed. */
    void closed();
  }

  /**
   * What a read brought.
   *
   * @param bytes what comes out
   * @param wireBytes how many bytes were read for them
   * @param nanos stamp of the read
   * @param end whether this is the end of the stream instead
   */
  record Arrival(ByteString bytes, int wireBytes, long nanos, boolean end) {
    static Arrival end(long nanos) {
      return new Arrival(ByteString.emptyByteString(), 0, nanos, true);
    }
  }

  private final Inlet<ByteString> in = Inlet.create("written");
  private final Outlet<ByteString> out = Outlet.create("read");
  private final FlowShape<ByteString, ByteString> shape = FlowShape.of(in, out);
  private final Wire wire;

  TransportStage(Wire wire) {
    this.wire = wire;
  }

  @Override
  public FlowShape<ByteString, ByteString> shape() {
    return shape;
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    return new Logic();
  }

  private final class Logic extends GraphStageLogic {
    private final ArrayDeque<Arrival> arrived = new ArrayDeque<>();

    Logic() {
      super(shape);
      setHandler(
          in,
          new AbstractInHandler() {
            @Override
            public void onPush() {
              wire.write(grab(in));
              pull(in);
            }

            @Override
            public void onUpstreamFinish() {
              // half closed: the answer may still come
            }
          });
      setHandler(
          out,
          new AbstractOutHandler() {
            @Override
            public void onPull() {
              emerge();
            }
          });
    }

    @Override
    public void preStart() {
      pull(in);
      wire.runningBytes(createAsyncCallback(this::arrive));
    }

    @Override
    public void postStop() {
      wire.closed();
    }

    private void arrive(Arrival arrival) {
      arrived.add(arrival);
      if (isAvailable(out)) {
        emerge();
      }
    }

    private void emerge() {
      Arrival next = arrived.poll();
      if (next == null) {
        return;
      }
      wire.emerging(next);
      if (next.end()) {
        complete(out);
      } else {
        push(out, next.bytes());
      }
    }
  }
}
