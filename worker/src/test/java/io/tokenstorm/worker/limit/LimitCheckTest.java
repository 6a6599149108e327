package io.tokenstorm.worker.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.worker.limit.LimitCheck.Need;
import org.junit.jupiter.api.Test;

class LimitCheckTest {
  private static final long GIB = 1L << 30;

  private static HostLimits host(long files, long ports) {
    return new HostLimits(files, 100, ports, GIB);
  }

  @Test
  void of_enoughOfEverything_silent() {
    assertThat(LimitCheck.of(host(20_000, 28_000), new Need(1_000, 1_000, 0)))
        .isEqualTo(new LimitCheck("", ""));
  }

  @Test
  void of_moreSlotsThanFiles_refusedWithTheRemedy() {
    LimitCheck check = LimitCheck.of(host(1_024, 28_000), new Need(925, 925, 0));
    assertThat(check.refusal()).contains("925 slots", "100 are open already", "1,024", "ulimit -n");
    assertThat(LimitCheck.of(host(1_024, 28_000), new Need(924, 924, 0)).refusal()).isEmpty();
    assertThat(LimitCheck.of(host(1_024, 28_000), new Need(925, 925, 50)).refusal())
        .as("connections of the phase before are closed")
        .isEmpty();
  }

  @Test
  void of_filesNear_warned() {
    assertThat(LimitCheck.of(host(1_000, 28_000), new Need(701, 701, 0)).warning())
        .contains("801 of at most 1,000 file descriptors");
    assertThat(LimitCheck.of(host(1_000, 28_000), new Need(700, 700, 0)).warning()).isEmpty();
  }

  @Test
  void of_portsOfOneAddress_refusedBeyond_warnedAboveHalf() {
    assertThat(LimitCheck.of(host(20_000, 100), new Need(300, 101, 0)).refusal())
        .contains("101 slots connect to one address", "100 local ports");
    assertThat(LimitCheck.of(host(20_000, 100), new Need(300, 51, 0)).warning())
        .contains("more than half");
    assertThat(LimitCheck.of(host(20_000, 100), new Need(300, 50, 0)))
        .isEqualTo(new LimitCheck("", ""));
  }

  @Test
  void of_littleHeap_warned() {
    HostLimits small = new HostLimits(20_000, 100, 28_000, 64 << 20);
    assertThat(LimitCheck.of(small, new Need(1_025, 1, 0)).warning()).contains("64 MiB", "-Xmx");
    assertThat(LimitCheck.of(small, new Need(1_024, 1, 0)).warning()).isEmpty();
  }

  @Test
  void of_nothingKnown_noLimit() {
    assertThat(LimitCheck.of(new HostLimits(-1, -1, -1, -1), new Need(1_000_000, 1_000_000, 0)))
        .isEqualTo(new LimitCheck("", ""));
  }

  @Test
  void portsOf_rangeOfLinux_bothEndsIncluded() {
    assertThat(HostLimits.portsOf("32768\t60999\n")).isEqualTo(28_232);
    assertThat(HostLimits.portsOf("none")).isEqualTo(-1);
  }

  @Test
  void ofThisHost_read_plausible() {
    HostLimits here = HostLimits.ofThisHost();
    assertThat(here.maxHeapBytes()).isPositive();
    assertThat(here.maxFiles()).isGreaterThanOrEqualTo(here.openFiles());
  }
}
