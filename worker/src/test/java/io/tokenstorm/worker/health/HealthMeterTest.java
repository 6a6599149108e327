package io.tokenstorm.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.worker.load.LoadProbe.LoopReadings;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthMeterTest {
  private static final long SECOND = 1_000_000_000;

  private final FakeHost host = new FakeHost();

  @Test
  void sample_oneSecond_differencesSinceTheLast() {
    host.ticks = Optional.of(new CpuTicks(1_000, 10));
    HealthMeter meter = new HealthMeter(host, 5 * SECOND);
    host.cpuNanos += 3 * SECOND / 2;
    host.gcNanos += 20_000_000;
    host.ticks = Optional.of(new CpuTicks(1_200, 60));
    assertThat(meter.sample(6 * SECOND, new LoopReadings(7, 9, 2), 11))
        .isEqualTo(new HealthSample(7, 9, 11, 20_000_000, 1.5, 0.25, 2));
    assertThat(meter.sample(8 * SECOND, LoopReadings.NONE, 0))
        .isEqualTo(new HealthSample(0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void sample_stealNotKnown_minusOne() {
    HealthMeter meter = new HealthMeter(host, 0);
    assertThat(meter.sample(SECOND, LoopReadings.NONE, 0).stealShare()).isEqualTo(-1);
  }

  @Test
  void ofThisJvm_busyLoop_someCpuSeen() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    HealthMeter meter = HealthMeter.ofThisJvm(0);
    long enough = threads.getCurrentThreadCpuTime() + 100_000_000;
    while (threads.getCurrentThreadCpuTime() < enough) {
      Thread.onSpinWait();
    }
    assertThat(meter.sample(SECOND, LoopReadings.NONE, 0).processCores()).isPositive();
  }

  @Test
  void parse_procStat_totalAndSteal() {
    assertThat(CpuTicks.parse("cpu  10 1 5 200 7 0 2 25 3 4\ncpu0 1 2 3\n"))
        .contains(new CpuTicks(250, 25));
    assertThat(CpuTicks.parse("cpu  10 1 5 200\n")).as("an old kernel").isEmpty();
    assertThat(CpuTicks.parse("intr 1 2\n")).isEmpty();
    assertThat(CpuTicks.parse("")).isEmpty();
  }

  @Test
  void isPausing_concurrentCollectors_notCounted() {
    assertThat(JvmReadings.isPausing("Copy")).isTrue();
    assertThat(JvmReadings.isPausing("PS MarkSweep")).isTrue();
    assertThat(JvmReadings.isPausing("G1 Young Generation")).isTrue();
    assertThat(JvmReadings.isPausing("ZGC Pauses")).isTrue();
    assertThat(JvmReadings.isPausing("G1 Concurrent GC")).isFalse();
    assertThat(JvmReadings.isPausing("ZGC Cycles")).isFalse();
  }

  private static final class FakeHost implements HostReadings {
    long cpuNanos = 17;
    long gcNanos = 23;
    Optional<CpuTicks> ticks = Optional.empty();

    @Override
    public long processCpuNanos() {
      return cpuNanos;
    }

    @Override
    public long gcPauseNanos() {
      return gcNanos;
    }

    @Override
    public Optional<CpuTicks> machineTicks() {
      return ticks;
    }
  }
}
