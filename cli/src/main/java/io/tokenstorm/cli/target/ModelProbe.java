package io.tokenstorm.cli.target;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks an endpoint which models it serves ({@code GET /v1/models}). */
public final class ModelProbe {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_CHARACTERS = 200;

  private ModelProbe() {}

  /**
   * The names of the models, in the endpoint's order; may be empty.
   *
   * @param base the endpoint without the API's path
   * @param bearer token to show, if any
   * @throws CommandFailure if nobody answers, or not as such an endpoint does
   */
  public static List<String> models(URI base, Optional<String> bearer) {
    URI uri = URI.create(base.toString().replaceAll("/+$", "") + "/v1/models");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(PATIENCE).header("Accept", "application/json");
    bearer.ifPresent(token -> request.header("Authorization", "Bearer " + token));
    HttpResponse<String> response = send(uri, request.build());
    if (response.statusCode() != 200) {
      throw unreachable(
          uri, "it answers with status " + response.statusCode() + hint(response.statusCode()));
    }
    return names(uri, response.body());
  }

  private static HttpResponse<String> send(URI uri, HttpRequest request) {
    HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw unreachable(uri, cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(uri, "interrupted");
    }
  }

  private static String cause(IOException failure) {
    if (failure instanceof java.net.http.HttpConnectTimeoutException) {
      return "no connection within " + PATIENCE.toSeconds() + " s";
    }
    if (failure instanceof java.net.http.HttpTimeoutException) {
      return "no answer within " + PATIENCE.toSeconds() + " s";
    }
    if (failure instanceof java.net.ConnectException) {
      return isUnresolved(failure) ? "no address is known for that host" : "connection refused";
    }
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  private static boolean isUnresolved(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof java.nio.channels.UnresolvedAddressException) {
        return true;
      }
    }
    return false;
  }

  private static String hint(int status) {
    return status == 401 || status == 403
        ? ": name the variable that holds your key with --bearer-env"
        : "";
  }

  private static List<String> names(URI uri, String body) {
    try {
      List<String> names = new ArrayList<>();
      JsonNode data = new ObjectMapper().readTree(body).path("data");
      data.forEach(
          model -> {
            if (model.path("id").isTextual()) {
              names.add(model.path("id").asText());
            }
          });
      return names;
    } catch (JsonProcessingException e) {
      String start = body.substring(0, Math.min(MOST_CHARACTERS, body.length())).strip();
      throw unreachable(uri, "it answers with something that is no list of models: " + start);
    }
  }

  private static CommandFailure unreachable(URI uri, String why) {
    return new CommandFailure(
        ExitCode.UNREACHABLE,
        "no serving endpoint at " + uri + ": " + why + ". Is the server up, and the URL right?");
  }
}
