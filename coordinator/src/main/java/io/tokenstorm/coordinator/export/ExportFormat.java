package io.tokenstorm.coordinator.export;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The forms a run can be exported in. The label is the name on the command line. */
public enum ExportFormat {
  /** What {@code vllm bench serve --save-result} writes: an object a line, one for each phase. */
  VLLM_BENCH("vllm-bench"),
  /** What {@code sglang.bench_serving} writes: an object a line, one for each phase. */
  SGLANG_BENCH("sglang-bench"),
  /** {@code profile_export_aiperf.json} of one phase. */
  AIPERF("aiperf"),
  /** A row for each request, RFC 4180. */
  CSV("csv"),
  /** The lines of {@code records.jsonl.gz}, unpacked. */
  JSONL("jsonl");

  private final String label;

  ExportFormat(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** The format of a label. */
  public static Optional<ExportFormat> of(String label) {
    return Arrays.stream(values()).filter(f -> f.label.equals(label)).findFirst();
  }

  /** All labels. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(ExportFormat::label).toList();
  }
}
