package io.tokenstorm.worker.client;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseReader;
import io.tokenstorm.worker.link.ClientListener;
import io.tokenstorm.worker.loop.EventLoop;

/** HTTP/1.1 by our own reader over a connection of the loop. */
final class DirectClient extends LinkedClient {
  private final ResponseReader reader;

  DirectClient(EventLoop loop, Target target, ClientListener listener, ResponseHandler answer) {
    super(loop, target, listener);
    this.reader = new ResponseReader(answer);
  }

  @Override
  Link newLink() {
    return new DirectLink();
  }

  private final class DirectLink extends Link {
    private boolean busy;

    @Override
    boolean send(Prompt prompt, String requestId) {
      reader.reset();
      busy = connection.write(target.request(prompt, requestId));
      return busy;
    }

    @Override
    void opened(long nanos) {
      listener.onOpen(nanos);
    }

    @Override
    void end() {
      connection.close();
    }

    @Override
    public void onRead(byte[] bytes, int offset, int length, int wireBytes, long nanos) {
      if (!current()) {
        return;
      }
      listener.arrived(wireBytes, nanos);
      if (!busy) {
        return;
      }
      int taken = reader.feed(bytes, offset, length);
      String violation = reader.violation();
      if (violation != null) {
        busy = false;
        listener.onViolation(violation);
        return;
      }
      busy = !reader.ended();
      // bytes beyond the answer, or an answer before the request was out, spoil the connection
      listener.settle(reader.keepAlive() && taken == length && !connection.writing());
    }

    @Override
    public void onEnd(long nanos) {
      if (!current()) {
        return;
      }
      lost();
      ResponseReader.Ending ending = ResponseReader.Ending.BEFORE_RESPONSE;
      if (busy) {
        listener.arrived(0, nanos);
        ending = reader.eof();
      }
      listener.onConnectionEnd(ending, nanos);
    }

    @Override
    public void onBroken(String detail, long nanos) {
      if (current()) {
        lost();
        listener.onConnectionBroken(busy && reader.begun(), detail, nanos);
      }
    }
  }
}
