package io.tokenstorm.coordinator.api.site;

import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.CacheControl;
import akka.http.javadsl.model.headers.CacheDirectives;
import akka.http.javadsl.model.headers.ETag;
import akka.http.javadsl.model.headers.EntityTag;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import java.util.List;

/**
 * The dashboard at {@code /}. A browser asks again each time and is told when nothing changed. The
 * content security policy lets the page load its own files and talk to its own coordinator, no
 * more: no inline script or style, no frame, and no text is ever taken as markup.
 */
public final class SiteRoutes extends AllDirectives {
  private static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'");

  private static final List<HttpHeader> HEADERS =
      List.of(
          RawHeader.create("Content-Security-Policy", POLICY),
          RawHeader.create("X-Content-Type-Options", "nosniff"),
          RawHeader.create("Referrer-Policy", "no-referrer"),
          RawHeader.create("Cross-Origin-Opener-Policy", "same-origin"),
          RawHeader.create("Cross-Origin-Resource-Policy", "same-origin"),
          CacheControl.create(CacheDirectives.NO_CACHE));

  private final StaticFiles files = new StaticFiles();

  /** Answers GET of a file there is, and passes on everything else. */
  public Route all() {
    return get(
        () ->
            extractUnmatchedPath(
                path ->
                    files
                        .find(path.startsWith("/") ? path.substring(1) : path)
                        .<Route>map(
                            file -> extractRequest(request -> complete(answer(request, file))))
                        .orElseGet(() -> reject())));
  }

  private static HttpResponse answer(HttpRequest request, StaticFile file) {
    String tag = '"' + file.tag() + '"';
    boolean known =
        request.getHeader("If-None-Match").map(h -> h.value().contains(tag)).orElse(false);
    HttpResponse response =
        known
            ? HttpResponse.create().withStatus(StatusCodes.NOT_MODIFIED)
            : HttpResponse.create().withEntity(HttpEntities.create(file.type(), file.bytes()));
    return response.addHeaders(HEADERS).addHeader(ETag.create(EntityTag.create(file.tag(), false)));
  }
}
