package io.tokenstorm.coordinator.matrix;

import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An engine of a matrix: how its server is started, asked and stopped. Texts that hold templates
 * name only values that the plan gives.
 *
 * @param name in rows and reports
 * @param argv the command, a template an argument; never goes through a shell
 * @param environment further variables, by name
 * @param directory where it is started; a template
 * @param worker on whose host it runs, a template; empty: on the machine of the coordinator
 * @param address where it listens
 * @param headers of all requests to it, such as its API key; secrets only by reference
 * @param servedModel the model's name in requests; a template
 * @param request what is asked
 * @param timeouts of a request
 * @param ready when it counts as ready
 * @param stop when it counts as gone
 */
public record EngineSpec(
    String name,
    List<String> argv,
    Map<String, EnvironmentValue> environment,
    String directory,
    String worker,
    Address address,
    Map<String, HeaderValue> headers,
    String servedModel,
    RequestSpec request,
    Timeouts timeouts,
    Ready ready,
    Stop stop) {

  /**
   * Where a server listens.
   *
   * @param host 0.0.0.0: all addresses of its machine; it is asked at that by which the cluster
   *     knows the machine
   * @param port 0: any free one, chosen for each row
   */
  public record Address(String host, int port) {}

  /**
   * The value of an environment variable.
   *
   * @param text literal, a template
   * @param variable whose value follows the text, read when the server is started; null: none
   */
  public record EnvironmentValue(String text, @Nullable String variable) {
    /** As a plan writes it. */
    public String written(String filledText) {
      return variable == null ? filledText : filledText + "${env:" + variable + "}";
    }
  }

  /**
   * When a server counts as ready.
   *
   * @param health path that answers 200 then
   * @param within at the latest
   * @param poll between two looks
   * @param warm whether one short request is sent first
   */
  public record Ready(String health, Duration within, Duration poll, boolean warm) {
    public static final Ready DEFAULT =
        new Ready("/health", Duration.ofMinutes(30), Duration.ofMillis(250), true);
  }

  /**
   * When a server counts as gone.
   *
   * @param grace between SIGTERM and SIGKILL
   * @param check a command that ends with 0 when the next server may start, templates; may be empty
   * @param checkWithin how long it is tried for
   */
  public record Stop(Duration grace, List<String> check, Duration checkWithin) {
    public static final Stop DEFAULT =
        new Stop(Duration.ofSeconds(30), List.of(), Duration.ofSeconds(60));
  }

  /** Every name that its templates hold. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    argv.forEach(part -> names.addAll(Template.names(part)));
    environment.values().forEach(value -> names.addAll(Template.names(value.text())));
    stop.check().forEach(part -> names.addAll(Template.names(part)));
    names.addAll(Template.names(worker));
    names.addAll(Template.names(directory));
    names.addAll(Template.names(servedModel));
    return names;
  }
}
