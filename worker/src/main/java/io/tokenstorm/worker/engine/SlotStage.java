package io.tokenstorm.worker.engine;

import akka.stream.Attributes;
import akka.stream.Outlet;
import akka.stream.SourceShape;
import akka.stream.stage.AbstractOutHandler;
import akka.stream.stage.AsyncCallback;
import akka.stream.stage.GraphStage;
import akka.stream.stage.GraphStageLogic;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.loop.EventLoop;
import io.tokenstorm.worker.loop.LoopTimer;
import io.tokenstorm.worker.slot.SlotEvents;
import io.tokenstorm.worker.slot.SlotLoop;
import io.tokenstorm.worker.slot.SlotSurroundings;
import io.tokenstorm.worker.slot.SlotTimer;
import org.jspecify.annotations.Nullable;

/**
 * A slot as a stream's source: its records are the elements, and demand is what lets it send its
 * next request. The stage's thread is the thread of the event loop that reads the slot's socket
 * (its dispatcher's executor is the loop), so bytes go from the selector straight into the stage's
 * state, without a mailbox between; only whole records enter the stream.
 */
final class SlotStage extends GraphStage<SourceShape<RequestRecord>> {
  private final Outlet<RequestRecord> out = Outlet.create("records");
  private final SourceShape<RequestRecord> shape = SourceShape.of(out);
  private final PhaseRun run;
  private final int slot;

  SlotStage(PhaseRun run, int slot) {
    this.run = run;
    this.slot = slot;
  }

  @Override
  public SourceShape<RequestRecord> shape() {
    return shape;
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    return new Logic();
  }

  private final class Logic extends GraphStageLogic implements SlotSurroundings, SlotEvents {
    private final AsyncCallback<RequestRecord> emit = createAsyncCallback(this::handOver);
    private final AsyncCallback<String> end = createAsyncCallback(why -> completeStage());
    private @Nullable EventLoop loop;
    private @Nullable SlotLoop slotLoop;
    private @Nullable RequestRecord waiting;
    private boolean handed;

    Logic() {
      super(shape);
      setHandler(
          out,
          new AbstractOutHandler() {
            @Override
            public void onPull() {
              pulled();
            }
          });
    }

    @Override
    public void preStart() {
      loop = EventLoop.current();
      slotLoop = run.slotStarted(slot, this);
    }

    @Override
    public void postStop() {
      if (slotLoop != null) {
        slotLoop.stop();
        run.slotEnded(slot, slotLoop);
      }
    }

    private void handOver(RequestRecord record) {
      if (isAvailable(out)) {
        handed = true;
        push(out, record);
      } else {
        waiting = record;
      }
    }

    private void pulled() {
      RequestRecord record = waiting;
      if (record != null) {
        waiting = null;
        handed = true;
        push(out, record);
      } else if (handed && slotLoop != null) {
        handed = false;
        slotLoop.recordTaken();
      }
    }

    @Override
    public SlotTimer timer(Runnable action) {
      LoopTimer timer = loop().timer(action);
      return new SlotTimer() {
        @Override
        public void set(long nanos) {
          timer.set(nanos);
        }

        @Override
        public void cancel() {
          timer.cancel();
        }
      };
    }

    @Override
    public void execute(Runnable task) {
      loop().execute(task);
    }

    @Override
    public SlotEvents events() {
      return this;
    }

    private EventLoop loop() {
      if (loop == null) {
        throw new IllegalStateException("a slot's stage must run on an event loop");
      }
      return loop;
    }

    @Override
    public void finished(RequestRecord record) {
      emit.invoke(record);
    }

    @Override
    public void opened(String problem) {
      run.slotOpened(loop(), problem);
    }

    @Override
    public void prepared() {
      run.slotPrepared();
    }

    @Override
    public void stopped() {
      end.invoke("stopped");
    }
  }
}
