package io.tokenstorm.worker.client;

import akka.NotUsed;
import akka.http.javadsl.model.HttpRequest;
import akka.stream.javadsl.Flow;
import akka.stream.stage.AsyncCallback;
import akka.util.ByteString;
import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseHead;
import io.tokenstorm.worker.http.ResponseReader;
import io.tokenstorm.worker.http.ResponseReader.Ending;
import io.tokenstorm.worker.link.ClientListener;
import io.tokenstorm.worker.loop.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 by Akka HTTP's client layer over a connection of the loop. The written stamp is taken
 * when the request is handed to the layer, which writes it a few steps later on the same thread.
 *
 * <p>Whether a connection may be used again is not left to Akka HTTP: bytes beyond the end of an
 * answer stay in its parser and would be taken for the beginning of the next one, and after an
 * answer of HTTP/1.0 it drops the next request without a word. So the framing is followed beside it
 * for that question alone.
 */
final class AkkaHttpClient extends LinkedClient {
  private static final ResponseHandler NOBODY =
      new ResponseHandler() {
        @Override
        public void onHead(ResponseHead head) {
          // only where the answer ends is of interest
        }

        @Override
        public void onBody(byte[] bytes, int offset, int length) {
          // likewise
        }

        @Override
        public void onEnd() {
          // likewise
        }
      };

  private final ResponseHandler answer;
  private final AkkaHttpFlow flow;

  AkkaHttpClient(
      EventLoop loop,
      Target target,
      ClientListener listener,
      ResponseHandler answer,
      AkkaHttpFlow flow) {
    super(loop, target, listener);
    this.answer = answer;
    this.flow = flow;
  }

  @Override
  Link newLink() {
    return new AkkaHttpLink();
  }

  /** A link and the flow over it. */
  private final class AkkaHttpLink extends Link implements TransportStage.Wire {
    private final AkkaHttpAnswer http =
        new AkkaHttpAnswer(listener, answer, this::running, () -> loop.ticker().nanos());
    private final ResponseReader framing = new ResponseReader(NOBODY);
    private @Nullable AsyncCallback<HttpRequest> requests;
    private @Nullable AsyncCallback<TransportStage.Arrival> arrivals;

    @Override
    boolean send(Prompt prompt, String requestId) {
      AsyncCallback<HttpRequest> open = requests;
      if (open == null) {
        return false;
      }
      http.begin();
      framing.reset();
      open.invoke(target.akkaRequest(prompt, requestId));
      return true;
    }

    @Override
    void end() {
      http.silence();
      connection.close();
      feed(TransportStage.Arrival.end(0));
    }

    private void feed(TransportStage.Arrival arrival) {
      if (arrivals != null) {
        arrivals.invoke(arrival);
      }
    }

    @Override
    void opened(long nanos) {
      Flow<ByteString, ByteString, NotUsed> bytes = Flow.fromGraph(new TransportStage(this));
      flow.run(target.address().host(), target.address().port(), bytes, new ExchangeStage(http));
    }

    private void running(AsyncCallback<HttpRequest> send) {
      requests = send;
      flowRuns();
    }

    @Override
    public void runningBytes(AsyncCallback<TransportStage.Arrival> reads) {
      arrivals = reads;
      flowRuns();
    }

    private void flowRuns() {
      if (requests != null && arrivals != null) {
        loop.execute(
            () -> {
              if (current()) {
                listener.onOpen(loop.ticker().nanos());
              }
            });
      }
    }

    @Override
    public void onRead(byte[] bytes, int offset, int length, int wireBytes, long nanos) {
      if (current() && http.isBusy()) {
        int taken = framing.feed(bytes, offset, length);
        http.reusable(framing.keepAlive() && taken == length);
        ByteString copy = ByteString.fromArray(bytes, offset, length);
        feed(new TransportStage.Arrival(copy, wireBytes, nanos, false));
      } else if (current()) {
        listener.arrived(wireBytes, nanos);
      }
    }

    @Override
    public void onEnd(long nanos) {
      if (current() && http.isBusy()) {
        feed(TransportStage.Arrival.end(nanos));
      } else if (current()) {
        gone();
        listener.onConnectionEnd(Ending.BEFORE_RESPONSE, nanos);
      }
    }

    @Override
    public void onBroken(String detail, long nanos) {
      if (current()) {
        boolean begun = http.isBusy() && http.hasBegun();
        gone();
        listener.onConnectionBroken(begun, detail, nanos);
      }
    }

    private void gone() {
      lost();
      end();
    }

    @Override
    public void write(ByteString bytes) {
      if (current() && !connection.write(bytes.toByteBuffer())) {
        onBroken("closed before the request was written", loop.ticker().nanos());
      }
    }

    @Override
    public void emerging(TransportStage.Arrival arrival) {
      http.arrived(arrival.wireBytes(), arrival.nanos());
      if (arrival.end()) {
        http.peerEnded();
      }
    }

    @Override
    public void closed() {
      connection.close();
    }
  }
}
