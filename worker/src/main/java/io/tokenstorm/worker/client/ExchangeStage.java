package io.tokenstorm.worker.client;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.stream.Attributes;
import akka.stream.FlowShape;
import akka.stream.Inlet;
import akka.stream.Outlet;
import akka.stream.javadsl.Sink;
import akka.stream.stage.AbstractInHandler;
import akka.stream.stage.AbstractOutHandler;
import akka.stream.stage.AsyncCallback;
import akka.stream.stage.GraphStage;
import akka.stream.stage.GraphStageLogic;
import akka.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The slot's side of Akka HTTP's client layer: requests out, responses in, their entities read
 * within the same island of stages.
 */
final class ExchangeStage extends GraphStage<FlowShape<HttpResponse, HttpRequest>> {
  /** Told what comes back, on the loop's thread. */
  interface Events {
    /** The stage runs; requests can be sent through the callback. */
    void running(AsyncCallback<HttpRequest> send);

    void response(HttpResponse response);

    void body(ByteString bytes);

    void bodyEnd();

    void bodyFailed(Throwable error);

    /** The connection's flow has ended, with an error or without. */
    void flowEnded(@Nullable Throwable error);
  }

  private final Inlet<HttpResponse> in = Inlet.create("responses");
  private final Outlet<HttpRequest> out = Outlet.create("requests");
  private final FlowShape<HttpResponse, HttpRequest> shape = FlowShape.of(in, out);
  private final Events events;

  ExchangeStage(Events events) {
    this.events = events;
  }

  @Override
  public FlowShape<HttpResponse, HttpRequest> shape() {
    return shape;
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    return new Logic();
  }

  private final class Logic extends GraphStageLogic {
    private @Nullable HttpRequest waiting;
    private boolean reading;

    Logic() {
      super(shape);
      setHandler(in, new Responses());
      setHandler(out, new Requests());
    }

    @Override
    public void preStart() {
      pull(in);
      events.running(createAsyncCallback(this::send));
    }

    private void send(HttpRequest request) {
      if (isAvailable(out)) {
        push(out, request);
      } else {
        waiting = request;
      }
    }

    private void read(HttpResponse response) {
      reading = true;
      events.response(response);
      SubSinkInlet<ByteString> entity = new SubSinkInlet<>("entity");
      entity.setHandler(new Entity(entity));
      response
          .entity()
          .getDataBytes()
          .runWith(Sink.fromGraph(entity.sink()), subFusingMaterializer());
      entity.pull();
    }

    private final class Responses extends AbstractInHandler {
      @Override
      public void onPush() {
        read(grab(in));
      }

      @Override
      public void onUpstreamFinish() {
        if (!reading) { // else the entity under way says how it ends
          ended(null);
        }
      }

      @Override
      public void onUpstreamFailure(Throwable error) {
        ended(error);
      }
    }

    private void ended(@Nullable Throwable error) {
      events.flowEnded(error);
      completeStage();
    }

    private void entityEnded() {
      reading = false;
      if (isClosed(in)) {
        ended(null);
      } else if (!hasBeenPulled(in)) {
        pull(in);
      }
    }

    private final class Requests extends AbstractOutHandler {
      @Override
      public void onPull() {
        HttpRequest request = waiting;
        if (request != null) {
          waiting = null;
          push(out, request);
        }
      }

      @Override
      public void onDownstreamFinish(Throwable cause) {
        // the client layer takes no more requests; the answer under way may still come
      }
    }

    private final class Entity extends AbstractInHandler {
      private final SubSinkInlet<ByteString> entity;

      Entity(SubSinkInlet<ByteString> entity) {
        this.entity = entity;
      }

      @Override
      public void onPush() {
        events.body(entity.grab());
        if (!entity.isClosed()) {
          entity.pull();
        }
      }

      @Override
      public void onUpstreamFinish() {
        events.bodyEnd();
        entityEnded();
      }

      @Override
      public void onUpstreamFailure(Throwable error) {
        events.bodyFailed(error);
        entityEnded();
      }
    }
  }
}
