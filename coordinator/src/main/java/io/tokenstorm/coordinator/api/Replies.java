package io.tokenstorm.coordinator.api;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.RejectionHandler;
import io.tokenstorm.coordinator.api.view.ErrorView;
import io.tokenstorm.coordinator.live.LiveJson;
import java.util.Locale;

/** Answers in JSON. */
final class Replies {
  private Replies() {}

  static HttpResponse json(StatusCode status, Object body) {
    return HttpResponse.create()
        .withStatus(status)
        .withEntity(ContentTypes.APPLICATION_JSON, LiveJson.bytes(body));
  }

  static HttpResponse ok(Object body) {
    return json(StatusCodes.OK, body);
  }

  static HttpResponse error(StatusCode status, String error, String detail) {
    return json(status, new ErrorView(error, detail));
  }

  static HttpResponse unauthorized(String why) {
    return error(StatusCodes.UNAUTHORIZED, "unauthorized", why)
        .addHeader(RawHeader.create("WWW-Authenticate", "Bearer realm=\"tokenstorm\""));
  }

  static HttpResponse noRun(String run) {
    return error(
        StatusCodes.NOT_FOUND,
        "not_found",
        run.equals(RunLookup.CURRENT)
            ? "no run yet: submit one"
            : "no run '" + run + "' in this coordinator: see GET /api/runs");
  }

  /** Akka HTTP's own refusals (no such path, wrong method, body too large, …) in our form. */
  static RejectionHandler rejections() {
    return RejectionHandler.defaultHandler()
        .mapRejectionResponse(
            response -> {
              String kind = response.status().reason().toLowerCase(Locale.ROOT).replace(' ', '_');
              return response.withEntity(
                  ContentTypes.APPLICATION_JSON,
                  LiveJson.bytes(new ErrorView(kind, response.status().defaultMessage())));
            });
  }
}
