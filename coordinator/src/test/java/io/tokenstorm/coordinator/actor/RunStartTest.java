package io.tokenstorm.coordinator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.service.EndCause;
import org.junit.jupiter.api.Test;

class RunStartTest {
  private static final ReportResult REPORT =
      new ReportResult(Verdict.INVALID, "The run has no end", EndCause.DONE);

  private static EndReason end(EndCause cause) {
    return new EndReason(Verdict.INVALID, cause, "nobody at the port");
  }

  @Test
  void told_whereTheTargetOrWorkersAreMissing_isThat() {
    assertThat(RunStart.told(end(EndCause.TARGET_UNREACHABLE), REPORT))
        .isEqualTo("nobody at the port");
    assertThat(RunStart.told(end(EndCause.NO_WORKERS), REPORT)).isEqualTo("nobody at the port");
  }

  @Test
  void told_otherwise_isWhatTheReportFound() {
    assertThat(RunStart.told(end(EndCause.DONE), REPORT)).isEqualTo("The run has no end");
  }
}
