package io.tokenstorm.cli.option;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.telemetry.OtlpSender;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a node's metrics are sent, if anywhere. */
public final class OtlpOptions {
  private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
  private static final String PATH = "/v1/metrics";

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description = {
        "Send metrics to this OpenTelemetry collector by OTLP over HTTP, such as"
            + " http://127.0.0.1:4318. Without a path, "
            + PATH
            + " is added. Headers, such as a token, are taken from the environment variable "
            + HEADERS
            + " (name=value,name=value). Default: nothing is sent."
      })
  private @Nullable String url;

  @Option(
      names = "--otlp-every",
      paramLabel = "TIME",
      converter = Patience.class,
      defaultValue = "10s",
      description = "How often. Default: ${DEFAULT-VALUE}.")
  private Duration every;

  /**
   * Where to, if anywhere.
   *
   * @param instance the node's name among those of its kind
   */
  public Optional<OtlpSender.Settings> settings(String instance) {
    if (url == null) {
      return Optional.empty();
    }
    if (every.isZero()) {
      throw new CommandFailure(ExitCode.USAGE, "--otlp-every: 0 is too short.");
    }
    return Optional.of(
        new OtlpSender.Settings(
            endpoint(url), every, headers(System.getenv().getOrDefault(HEADERS, "")), instance));
  }

  static URI endpoint(String text) {
    try {
      URI given = new URI(text);
      boolean http = "http".equals(given.getScheme()) || "https".equals(given.getScheme());
      if (http && given.getHost() != null && given.getRawUserInfo() == null) {
        String path = given.getRawPath();
        return path.isEmpty() || path.equals("/") ? given.resolve(PATH) : given;
      }
    } catch (URISyntaxException e) {
      throw new CommandFailure(ExitCode.USAGE, unusable(text), e);
    }
    throw new CommandFailure(ExitCode.USAGE, unusable(text));
  }

  private static String unusable(String text) {
    return "--otlp: '" + text + "' is no URL of a collector, such as http://127.0.0.1:4318.";
  }

  /** As OpenTelemetry's own variable has them: percent-encoded values, commas between. */
  static Map<String, String> headers(String text) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String pair : text.split(",")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        headers.put(
            pair.substring(0, equals).strip(),
            URLDecoder.decode(pair.substring(equals + 1).strip(), StandardCharsets.UTF_8));
      } else if (!pair.isBlank()) {
        throw new CommandFailure(
            ExitCode.USAGE,
            HEADERS + ": a part without '='; name=value,name=value would be right.");
      }
    }
    return headers;
  }
}
