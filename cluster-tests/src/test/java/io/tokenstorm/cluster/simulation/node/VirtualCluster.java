package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.setting.Setting;
import io.tokenstorm.cluster.simulation.setting.WorkerTraits;
import java.util.ArrayList;
import java.util.List;

/** A coordinator, its workers, the links between them, and the replicas. */
public final class VirtualCluster {
  private final VirtualCoordinator coordinator;
  private final List<VirtualWorker> workers = new ArrayList<>();

  public VirtualCluster(World world, Setting setting) {
    coordinator = new VirtualCoordinator(world, setting);
    VirtualReplicas replicas =
        new VirtualReplicas(world.timeline(), world.chance(), setting.replicas(), world.witness());
    for (WorkerTraits traits : setting.workers()) {
      VirtualWorker worker = new VirtualWorker(world, setting, traits, replicas);
      worker.meet(coordinator);
      coordinator.meet(worker);
      workers.add(worker);
      world.timeline().after(traits.joins(), worker::start);
    }
    coordinator.start();
  }

  public VirtualCoordinator coordinator() {
    return coordinator;
  }

  public List<VirtualWorker> workers() {
    return workers;
  }
}
