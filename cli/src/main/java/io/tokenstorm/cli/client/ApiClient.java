package io.tokenstorm.cli.client;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.ApiAccess;
import io.tokenstorm.cli.option.HostPort;
import io.tokenstorm.coordinator.api.view.ClusterView;
import io.tokenstorm.coordinator.api.view.ErrorView;
import io.tokenstorm.coordinator.api.view.RunView;
import io.tokenstorm.coordinator.live.LiveJson;
import io.tokenstorm.protocol.tls.RefusedCertificateException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Asks one coordinator. All methods wait for the answer, at most half a minute, and throw {@link
 * CommandFailure} with the exit code that fits: {@code USAGE} for what the user must change (the
 * plan's problems are in the message), {@code UNREACHABLE} without an answer.
 */
public final class ApiClient {
  /** Stands for the run that is on, else the next in line, else the last one. */
  public static final String CURRENT = "current";

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final ApiAccess access;
  private final HttpClient http;

  /**
   * A client over plain HTTP.
   *
   * @param coordinator where its HTTP API listens
   */
  public ApiClient(HostPort coordinator) {
    this(ApiAccess.plain(coordinator));
  }

  /** A client. */
  public ApiClient(ApiAccess access) {
    this.access = access;
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5));
    access.tls().ifPresent(client::sslContext);
    this.http = client.build();
  }

  /**
   * Puts a plan at the end of the line.
   *
   * @param yaml the plan as the user wrote it
   */
  public RunView.Submitted submit(PlanSubmission plan, byte[] yaml) {
    List<String> query = new ArrayList<>();
    query.add(parameter("file", plan.file()));
    query.add(parameter("timeScale", Double.toString(plan.timeScale())));
    if (plan.salt() != null) {
      query.add(parameter("salt", plan.salt()));
    }
    plan.phases().forEach(phase -> query.add(parameter("phase", phase)));
    plan.sets().forEach(set -> query.add(parameter("set", set)));
    plan.command().forEach(word -> query.add(parameter("command", word)));
    HttpRequest.Builder request =
        request("/api/runs?" + String.join("&", query))
            .header("Content-Type", "application/yaml")
            .POST(HttpRequest.BodyPublishers.ofByteArray(yaml));
    return LiveJson.read(send(request), RunView.Submitted.class);
  }

  /** All runs, in the order they were submitted. */
  public List<RunView> runs() {
    return LiveJson.read(send(request("/api/runs")), RunView.RunList.class).runs();
  }

  /** One run, by its id or {@link #CURRENT}. */
  public RunView run(String run) {
    return LiveJson.read(send(request(path(run))), RunView.class);
  }

  /** Asks for the end of a run; returns it as it stands then. */
  public RunView cancel(String run, boolean force) {
    HttpRequest.Builder request =
        request(path(run) + "/cancel?force=" + force).POST(HttpRequest.BodyPublishers.noBody());
    return LiveJson.read(send(request), RunView.class);
  }

  /** The {@code report.json} of a run that ended. */
  public String report(String run) {
    return send(request(path(run) + "/report"));
  }

  /** Who is there and who is waited for. */
  public ClusterView cluster() {
    return LiveJson.read(send(request("/api/cluster")), ClusterView.class);
  }

  HttpClient http() {
    return http;
  }

  /** The live events of a run. */
  HttpRequest.Builder live(String run) {
    return to(path(run) + "/live").header("Accept", "text/event-stream");
  }

  /** What to say when nobody answers. */
  CommandFailure unreachable(Throwable cause) {
    String refused = RefusedCertificateException.reasonIn(cause);
    String why =
        cause instanceof ConnectException
            ? "nobody listens there"
            : refused != null ? refused : cause.getMessage() + secureHint();
    return new CommandFailure(
        ExitCode.UNREACHABLE,
        "no coordinator answers at "
            + access.url()
            + " ("
            + why
            + "); start one with 'tokenstorm coordinator' or name another",
        cause);
  }

  /** A port that speaks HTTPS ends a plain request without a word. */
  private String secureHint() {
    return access.tls().isPresent() ? "" : "; if it has certificates, name them with --certs";
  }

  /** What to say about an answer that is an error. */
  static CommandFailure refused(int status, String body) {
    ErrorView error = errorOf(status, body);
    ExitCode code = status == 500 || status == 502 ? ExitCode.INTERNAL : ExitCode.USAGE;
    if (error.problems() == null || error.problems().isEmpty()) {
      return new CommandFailure(code, error.detail());
    }
    return new CommandFailure(
        code,
        error.detail()
            + error.problems().stream()
                .map(ErrorView.ProblemView::text)
                .collect(Collectors.joining("\n  ", "\n  ", "")));
  }

  private static ErrorView errorOf(int status, String body) {
    try {
      return LiveJson.read(body, ErrorView.class);
    } catch (IllegalArgumentException e) {
      return new ErrorView(
          "unknown", "the answer is no coordinator's (status " + status + "): is the port right?");
    }
  }

  private String send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          http.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw refused(response.statusCode(), response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(e);
    }
  }

  private HttpRequest.Builder request(String pathAndQuery) {
    return to(pathAndQuery).header("Accept", "application/json");
  }

  private HttpRequest.Builder to(String pathAndQuery) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(access.url() + pathAndQuery));
    access.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private static String path(String run) {
    return "/api/runs/" + encoded(run);
  }

  private static String parameter(String name, String value) {
    return name + '=' + encoded(value);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
