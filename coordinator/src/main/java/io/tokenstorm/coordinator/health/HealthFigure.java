package io.tokenstorm.coordinator.health;

/**
 * Names of the figures that state how a client fared, as they stand in reports. Units are in the
 * names.
 */
public final class HealthFigure {
  public static final String SAMPLES = "samples";
  public static final String LAG_PROBES = "lag_probes";
  public static final String LAG_P50 = "lag_p50_seconds";
  public static final String LAG_P99 = "lag_p99_seconds";
  public static final String LAG_MAX = "lag_max_seconds";
  public static final String GAP_ERROR_P50 = "gap_error_p50_seconds";
  public static final String GAP_ERROR_P99 = "gap_error_p99_seconds";
  public static final String GAP_ERROR_SIGMA = "gap_error_sigma_seconds";
  public static final String TURNAROUND_P50 = "turnaround_p50_seconds_mean";
  public static final String TURNAROUND_P99 = "turnaround_p99_seconds_max";
  public static final String TURNAROUND_MAX = "turnaround_max_seconds";
  public static final String TURNAROUND_SHARE = "turnaround_share";
  public static final String LOOP_SHARE = "busiest_loop_share_mean";
  public static final String EVENTS_PER_READ = "events_per_read";
  public static final String FULL_READ_SHARE = "full_read_share";
  public static final String GC_TOTAL = "gc_pause_seconds_total";
  public static final String GC_MAX = "gc_pause_seconds_max";
  public static final String SAFEPOINT_TOTAL = "safepoint_seconds_total";
  public static final String SAFEPOINT_MAX = "safepoint_seconds_max";
  public static final String PROCESS_CORES = "process_cores_mean";
  public static final String CORES = "cores";
  public static final String OTHER_CORES = "other_cores_mean";
  public static final String STEAL_MEAN = "steal_share_mean";
  public static final String STEAL_MAX = "steal_share_max";
  public static final String CONTROL_LAG = "control_lag_max_seconds";
  public static final String RETRANSMITS = "tcp_retransmits_on_host";
  public static final String PROMPTS_STARVED = "prompts_starved";

  private HealthFigure() {}
}
