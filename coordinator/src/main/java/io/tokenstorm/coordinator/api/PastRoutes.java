package io.tokenstorm.coordinator.api;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import io.tokenstorm.coordinator.api.past.PastReport;
import io.tokenstorm.coordinator.api.past.PastReports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports in the results directory, whoever made them. A report page is a file full of a target's
 * words: a browser shows it as a document without origin, which can reach nothing of ours.
 */
final class PastRoutes extends AllDirectives {
  private static final List<HttpHeader> SANDBOX =
      List.of(
          RawHeader.create(
              "Content-Security-Policy",
              "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
                  + " img-src data:; font-src data:; sandbox allow-scripts allow-popups"),
          RawHeader.create("X-Content-Type-Options", "nosniff"),
          RawHeader.create("Referrer-Policy", "no-referrer"));

  private final @Nullable PastReports reports;

  /** Body of the list. */
  record ReportList(List<PastReport> reports) {}

  PastRoutes(@Nullable Path results) {
    this.reports = results == null ? null : new PastReports(results);
  }

  /** Below {@code /api/reports}. */
  Route all() {
    PastReports known = reports;
    return known == null
        ? reject()
        : concat(
            pathEndOrSingleSlash(() -> get(() -> complete(Replies.ok(list(known))))),
            path(PathMatchers.segment(), run -> get(() -> json(known, run))),
            path(PathMatchers.segment().slash("report.html"), run -> get(() -> page(known, run))));
  }

  private static ReportList list(PastReports known) {
    try {
      return new ReportList(known.list());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Route json(PastReports known, String run) {
    return known
        .report(run)
        .map(file -> getFromFile(file.toFile(), ContentTypes.APPLICATION_JSON))
        .orElseGet(() -> missing(run, "report.json"));
  }

  private Route page(PastReports known, String run) {
    return known
        .page(run)
        .map(
            file ->
                respondWithHeaders(
                    SANDBOX, () -> getFromFile(file.toFile(), ContentTypes.TEXT_HTML_UTF8)))
        .orElseGet(() -> missing(run, "report.html"));
  }

  private Route missing(String run, String file) {
    return complete(
        Replies.error(
            StatusCodes.NOT_FOUND,
            "no_report",
            "the results directory has no " + file + " of '" + run + "': see GET /api/reports"));
  }
}
