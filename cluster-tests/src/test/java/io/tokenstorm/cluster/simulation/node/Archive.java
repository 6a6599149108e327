package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.protocol.record.RequestRecord;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/** The coordinator's disk: takes records one batch after another, each in its time, until full. */
final class Archive {
  private final VirtualCoordinator coordinator;
  private final World world;
  private final Duration storing;
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private long freeAtNanos;
  private long bytes;
  private boolean full;

  Archive(VirtualCoordinator coordinator, World world, Duration storing) {
    this.coordinator = coordinator;
    this.world = world;
    this.storing = storing;
  }

  void fill() {
    full = true;
  }

  void store(RunOutput.Store batch, Consumer<RunInput> done) {
    long takes = world.chance().between(0, storing.toNanos());
    freeAtNanos = Math.max(freeAtNanos, world.timeline().nowNanos()) + takes;
    queue.add(() -> written(batch, done));
    coordinator.at(freeAtNanos, () -> queue.remove().run());
  }

  private void written(RunOutput.Store batch, Consumer<RunInput> done) {
    if (full) {
      world.witness().faulted("a write to the full disk", "");
      done.accept(new RunInput.StorageFailed("no space left on device"));
      return;
    }
    coordinator.journal().stored(batch);
    long seq = batch.firstSeq();
    for (RequestRecord record : batch.records()) {
      world.witness().stored(batch.spool(), seq++, record);
      bytes += 60;
    }
    done.accept(new RunInput.BatchStored(batch.spool(), seq, bytes));
  }
}
