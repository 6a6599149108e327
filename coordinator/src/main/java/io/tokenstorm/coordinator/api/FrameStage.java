package io.tokenstorm.coordinator.api;

import akka.stream.Attributes;
import akka.stream.Outlet;
import akka.stream.SourceShape;
import akka.stream.stage.AbstractOutHandler;
import akka.stream.stage.AsyncCallback;
import akka.stream.stage.GraphStage;
import akka.stream.stage.GraphStageLogic;
import akka.util.ByteString;
import io.tokenstorm.coordinator.api.LiveChannel.Rendered;
import io.tokenstorm.coordinator.api.LiveChannel.Start;

/** One watcher: pushes the next frame of a channel when it is asked for one and there is one. */
final class FrameStage extends GraphStage<SourceShape<ByteString>> {
  private final Outlet<ByteString> out = Outlet.create("FrameStage.out");
  private final SourceShape<ByteString> shape = SourceShape.of(out);
  private final LiveChannel channel;
  private final long lastSequence;

  /**
   * A watcher.
   *
   * @param lastSequence the last frame it has; −1: none
   */
  FrameStage(LiveChannel channel, long lastSequence) {
    this.channel = channel;
    this.lastSequence = lastSequence;
  }

  @Override
  public SourceShape<ByteString> shape() {
    return shape;
  }

  @Override
  public GraphStageLogic createLogic(Attributes inheritedAttributes) {
    return new Watcher();
  }

  private final class Watcher extends GraphStageLogic implements Runnable {
    private final AsyncCallback<Boolean> woken = createAsyncCallback(ignored -> deliver());
    private long after;
    private long catchUpTo;

    Watcher() {
      super(shape);
      setHandler(
          out,
          new AbstractOutHandler() {
            @Override
            public void onPull() {
              deliver();
            }
          });
    }

    @Override
    public void preStart() {
      channel.watch(this);
      Start start = channel.start(lastSequence);
      after = start.after();
      catchUpTo = start.catchUpTo();
    }

    @Override
    public void postStop() {
      channel.unwatch(this);
    }

    /** There is a new frame; called by whoever published it. */
    @Override
    public void run() {
      woken.invoke(true);
    }

    private void deliver() {
      Rendered frame = isAvailable(out) ? channel.next(after, catchUpTo) : null;
      if (frame == null) {
        return;
      }
      after = frame.sequence();
      push(out, frame.bytes());
      if (frame.last()) {
        completeStage();
      }
    }
  }
}
