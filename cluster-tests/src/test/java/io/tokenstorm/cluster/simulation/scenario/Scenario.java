package io.tokenstorm.cluster.simulation.scenario;

import io.tokenstorm.cluster.simulation.setting.Setting;
import io.tokenstorm.cluster.simulation.world.LinkQuality;
import java.util.List;

/**
 * One whole run: the cluster, its links and what goes wrong. A function of its seed.
 *
 * @param links as they are when nothing is wrong with them
 */
public record Scenario(long seed, Setting setting, LinkQuality links, List<Fault> faults) {}
