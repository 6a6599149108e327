package io.tokenstorm.replica.fit;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** What a phase's clients saw, seconds and tokens a second. */
record PhaseResult(PhaseSpec phase, List<Request> requests, double elapsedSeconds, int errors) {

  /** One measured request that succeeded, seconds. */
  record Request(double ttft, double tpot, double e2e) {}

  double tokensPerSecond() {
    return requests.size() * 256 / elapsedSeconds;
  }

  double ttft(double percentile) {
    return percentile(Request::ttft, percentile);
  }

  double tpot(double percentile) {
    return percentile(Request::tpot, percentile);
  }

  private double percentile(ToDoubleFunction<Request> figure, double percentile) {
    double[] values = requests.stream().mapToDouble(figure).sorted().toArray();
    double rank = percentile / 100 * (values.length - 1);
    int low = (int) rank;
    int high = Math.min(low + 1, values.length - 1);
    return values[low] + (values[high] - values[low]) * (rank - low);
  }

  @Override
  public String toString() {
    return String.format(
        "%-22s n=%4d err=%d %8.1f tok/s  ttft %7.3f %7.3f %7.3f  tpot %7.2f %7.2f ms",
        phase.name(),
        requests.size(),
        errors,
        tokensPerSecond(),
        ttft(50),
        ttft(95),
        ttft(99),
        tpot(50) * 1e3,
        tpot(95) * 1e3);
  }
}
