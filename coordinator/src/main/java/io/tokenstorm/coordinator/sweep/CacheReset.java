package io.tokenstorm.coordinator.sweep;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Asks a server to empty its prefix cache. */
final class CacheReset {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private CacheReset() {}

  /**
   * What went wrong, if anything did.
   *
   * @param headers to be sent with it, values of variables included
   */
  static Optional<String> post(URI base, String path, Map<String, String> headers)
      throws InterruptedException {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(PATIENCE)
            .POST(HttpRequest.BodyPublishers.noBody());
    headers.forEach(request::setHeader);
    try {
      int status =
          client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
      return status / 100 == 2
          ? Optional.empty()
          : Optional.of(
              "POST "
                  + path
                  + " was answered with status "
                  + status
                  + "; name what this server has for it under `cold`, such as /flush_cache (SGLang)"
                  + " or /reset_prefix_cache (vLLM with VLLM_SERVER_DEV_MODE=1), or take another"
                  + " way");
    } catch (IOException e) {
      return Optional.of("POST " + path + ": " + e);
    }
  }
}
