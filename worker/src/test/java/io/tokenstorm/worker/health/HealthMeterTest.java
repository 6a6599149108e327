package io.tokenstorm.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.HealthSample.Machine;
import io.tokenstorm.protocol.wire.HealthSample.Pauses;
import io.tokenstorm.protocol.wire.HealthSample.Reads;
import io.tokenstorm.protocol.wire.HealthSample.Turnaround;
import io.tokenstorm.worker.health.HealthMeter.Own;
import io.tokenstorm.worker.health.PauseLog.Longest;
import io.tokenstorm.worker.load.LoadProbe.LoopReadings;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class HealthMeterTest {
  private static final long SECOND = 1_000_000_000;
  private static final Own NOTHING = new Own(Turnaround.NONE, 0, "");

  private final FakeHost host = new FakeHost();

  @Test
  void sample_oneSecond_differencesSinceTheLast() {
    host.ticks = Optional.of(new CpuTicks(1_000, 500, 10, 4));
    host.retransmits = 100;
    HealthMeter meter = new HealthMeter(host, 5 * SECOND);
    host.cpuNanos += 3 * SECOND / 2;
    host.gcNanos += 20_000_000;
    host.ticks = Optional.of(new CpuTicks(1_200, 540, 20, 4));
    host.retransmits = 103;
    host.pauses = Optional.of(new Longest(7, 9, 8));
    LagSpread lag = new LagSpread(List.of(0, 5));
    Reads reads = new Reads(40, 1, 60, 0.5);
    HealthSample first =
        meter.sample(
            6 * SECOND,
            new LoopReadings(lag, 77, reads, 2),
            new Own(new Turnaround(3, 1, 2, 3), 55, "near"));
    assertThat(first)
        .isEqualTo(
            new HealthSample(
                1,
                lag,
                77,
                new Turnaround(3, 1, 2, 3),
                reads,
                new Pauses(20_000_000, 7, 9, 8),
                new Machine(1.5, 3, 1.5, 0.05, 3),
                55,
                2,
                "near"));
    HealthSample second = meter.sample(8 * SECOND, LoopReadings.NONE, NOTHING);
    assertThat(second.second()).isEqualTo(2);
    assertThat(second.machine()).isEqualTo(new Machine(0, 3, 0, 0, 0));
    assertThat(second.pauses().gcNanos()).isZero();
  }

  @Test
  void sample_hostTellsNothing_minusOne() {
    HealthMeter meter = new HealthMeter(host, 0);
    HealthSample sample = meter.sample(SECOND, LoopReadings.NONE, NOTHING);
    assertThat(sample.machine()).isEqualTo(new Machine(0, 3, -1, -1, -1));
    assertThat(sample.pauses()).isEqualTo(new Pauses(0, -1, -1, -1));
  }

  @Test
  void ofThisJvm_busyLoop_someCpuSeen() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    HealthMeter meter = HealthMeter.ofThisJvm(0);
    long enough = threads.getCurrentThreadCpuTime() + 100_000_000;
    while (threads.getCurrentThreadCpuTime() < enough) {
      Thread.onSpinWait();
    }
    Machine machine = meter.sample(SECOND, LoopReadings.NONE, NOTHING).machine();
    assertThat(machine.processCores()).isPositive();
    assertThat(machine.cores()).isPositive();
  }

  @Test
  void parse_procStat_totalIdleStealAndCores() {
    assertThat(CpuTicks.parse("cpu  10 1 5 200 7 0 2 25 3 4\ncpu0 1 2 3\ncpu1 1 2 3\nintr 5\n"))
        .contains(new CpuTicks(250, 207, 25, 2));
    assertThat(CpuTicks.parse("cpu  10 1 5 200\n")).as("an old kernel").isEmpty();
    assertThat(CpuTicks.parse("intr 1 2\n")).isEmpty();
    assertThat(CpuTicks.parse("")).isEmpty();
  }

  @Test
  void retransmits_procNetSnmp_theColumnOfThatName() {
    assertThat(
            TcpCounters.retransmits(
                "Ip: A B\nIp: 1 2\nTcp: InSegs RetransSegs OutRsts\nTcp: 5 270187 3\n"))
        .isEqualTo(270_187);
    assertThat(TcpCounters.retransmits("Tcp: InSegs\nTcp: 5\n")).isEqualTo(-1);
    assertThat(TcpCounters.retransmits("")).isEqualTo(-1);
  }

  @Test
  void timerLag_calledLate_theLongestOnce() {
    TimerLag lag = new TimerLag(Duration.ofMillis(20), 0);
    lag.came(20_000_000);
    lag.came(1_040_000_000);
    lag.came(1_060_000_000);
    assertThat(lag.maxNanos(1_070_000_000)).isEqualTo(1_000_000_000);
    assertThat(lag.maxNanos(3_080_000_000L)).as("overdue").isEqualTo(2_000_000_000);
    assertThat(lag.takeMaxNanos()).isEqualTo(1_000_000_000);
    assertThat(lag.takeMaxNanos()).isZero();
  }

  @Test
  void pauseLog_severalReaders_eachWhatIsNewToIt() {
    PauseLog log = new PauseLog();
    assertThat(log.since(0)).as("nobody tells").isEmpty();
    log.open();
    log.add(true, 5);
    log.add(false, 6);
    long read = log.end();
    log.add(false, 4);
    assertThat(log.since(0)).contains(new Longest(5, 10, 6));
    assertThat(log.since(read)).contains(new Longest(0, 4, 4));
    for (int i = 0; i < 10_000; i++) {
      log.add(false, 1);
    }
    assertThat(log.since(0)).as("what is kept").contains(new Longest(0, 4_096, 1));
  }

  @Test
  void pauseRecorder_collection_isTold() {
    PauseLog log = PauseRecorder.ofThisJvm();
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              System.gc();
              return log.since(0).filter(p -> p.gcMaxNanos() > 0 && p.safepointMaxNanos() > 0);
            },
            Optional::isPresent);
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
    long retransmits = -1;
    Optional<CpuTicks> ticks = Optional.empty();
    Optional<Longest> pauses = Optional.empty();

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

    @Override
    public int cores() {
      return 3;
    }

    @Override
    public long tcpRetransmits() {
      return retransmits;
    }

    @Override
    public Optional<Longest> takePauses() {
      return pauses;
    }
  }
}
