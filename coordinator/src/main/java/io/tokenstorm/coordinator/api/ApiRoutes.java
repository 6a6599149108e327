package io.tokenstorm.coordinator.api;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.MediaTypes;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.CacheControl;
import akka.http.javadsl.model.headers.CacheDirectives;
import akka.http.javadsl.model.headers.Location;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Directives;
import akka.http.javadsl.server.ExceptionHandler;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.scaladsl.model.EntityStreamSizeException;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import io.tokenstorm.coordinator.api.guard.TokenGuard;
import io.tokenstorm.coordinator.api.site.SiteRoutes;
import io.tokenstorm.coordinator.api.view.CheckView;
import io.tokenstorm.coordinator.api.view.ClusterView;
import io.tokenstorm.coordinator.api.view.RunView;
import io.tokenstorm.coordinator.live.WorkerRows;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.RunRefusedException;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.concurrent.duration.FiniteDuration;

/** Who answers what. */
final class ApiRoutes extends AllDirectives {
  private static final Logger LOG = LoggerFactory.getLogger(ApiRoutes.class);
  private static final FiniteDuration BODY_TIMEOUT = FiniteDuration.create(10, TimeUnit.SECONDS);

  private final RunService service;
  private final LiveChannels channels;
  private final ApiSettings settings;
  private final OriginGuard guard;
  private final PastRoutes past;
  private final SiteRoutes site = new SiteRoutes();
  private final TokenGuard token;
  private final MetricsPage metrics;

  private final Map<String, String> health;

  /**
   * @param health what {@code GET /health} tells
   */
  ApiRoutes(
      RunService service,
      LiveChannels channels,
      ApiSettings settings,
      MetricsPage metrics,
      Map<String, String> health) {
    this.health = health;
    this.service = service;
    this.channels = channels;
    this.metrics = metrics;
    this.settings = settings;
    this.guard = new OriginGuard(settings.host());
    this.past = new PastRoutes(settings.results());
    this.token = new TokenGuard(settings.protection().token());
  }

  Route all() {
    Route routes =
        concat(
            path("health", () -> get(() -> complete(Replies.ok(health)))),
            path("metrics", () -> get(() -> extractRequest(r -> withToken(r, () -> metrics(r))))),
            pathPrefix("api", () -> extractRequest(r -> withToken(r, this::data))),
            site.all());
    return handleExceptions(
        failures(),
        () ->
            handleRejections(Replies.rejections(), () -> extractRequest(r -> guarded(r, routes))));
  }

  private Route metrics(HttpRequest request) {
    return complete(metrics.answer(request));
  }

  /** All that tells or changes something of a run or the cluster. */
  private Route data() {
    return concat(
        path("cluster", () -> get(this::cluster)),
        path("check", () -> post(this::check)),
        pathPrefix("reports", past::all),
        pathPrefix("runs", this::runs));
  }

  /** What is behind this needs the token, if there is one. */
  private Route withToken(HttpRequest request, Supplier<Route> routes) {
    return token.refusal(request).map(why -> complete(Replies.unauthorized(why))).orElseGet(routes);
  }

  private Route guarded(HttpRequest request, Route routes) {
    return guard
        .refusal(request)
        .map(why -> complete(Replies.error(StatusCodes.FORBIDDEN, "forbidden", why)))
        .orElse(routes);
  }

  private static ExceptionHandler failures() {
    return ExceptionHandler.newBuilder()
        .match(EntityStreamSizeException.class, e -> tooLarge())
        .matchAny(ApiRoutes::internal)
        .build();
  }

  private static Route tooLarge() {
    return reply(StatusCodes.CONTENT_TOO_LARGE, "too_large", "a plan has at most 1 MiB");
  }

  private static Route internal(Throwable failure) {
    LOG.error("a request could not be answered", failure);
    return reply(
        StatusCodes.INTERNAL_SERVER_ERROR,
        "internal",
        "a fault of Tokenstorm itself; the coordinator's log has it");
  }

  private static Route reply(StatusCode status, String error, String detail) {
    return Directives.complete(Replies.error(status, error, detail));
  }

  private Route runs() {
    return concat(
        pathEndOrSingleSlash(() -> concat(get(this::list), post(this::submit))),
        pathPrefix(PathMatchers.segment(), run -> run(run)));
  }

  private Route run(String run) {
    return concat(
        pathEndOrSingleSlash(
            () -> get(() -> with(run, found -> complete(Replies.ok(RunView.of(found)))))),
        path("report", () -> get(() -> with(run, this::report))),
        path("live", () -> get(() -> with(run, this::live))),
        path("timeline", () -> get(() -> with(run, this::timeline))),
        path("cancel", () -> post(() -> with(run, this::cancel))));
  }

  private Route with(String run, Function<RunSummary, Route> inner) {
    Optional<RunSummary> found = RunLookup.find(service, run);
    return found.map(inner).orElseGet(() -> complete(Replies.noRun(run)));
  }

  private Route list() {
    List<RunView> runs = service.list().stream().map(RunView::of).toList();
    return complete(Replies.ok(new RunView.RunList(runs)));
  }

  private Route cluster() {
    LiveSnapshot snapshot = service.liveSnapshot();
    LiveRun run = snapshot.run();
    LivePhase phase = run == null ? null : run.current();
    String id = run == null ? "" : run.summary().run();
    return complete(
        Replies.ok(
            new ClusterView(
                WorkerRows.of(snapshot.workers(), id, phase, snapshot.atNanos()),
                waitingFor(snapshot))));
  }

  private static String waitingFor(LiveSnapshot snapshot) {
    LiveRun run = snapshot.run();
    LivePhase phase = run == null ? null : run.current();
    return snapshot.runs().stream()
        .filter(r -> r.state() == RunState.WAITING_FOR_WORKERS)
        .map(RunSummary::reason)
        .findFirst()
        .orElse(phase == null ? "" : phase.note());
  }

  private Route submit() {
    return withPlan(
        read ->
            read instanceof SubmitReader.Refused refused
                ? complete(Replies.json(statusOf(refused), refused.error()))
                : submit((SubmitReader.Accepted) read));
  }

  private static StatusCode statusOf(SubmitReader.Refused refused) {
    return refused.error().error().equals("plan")
        ? StatusCodes.UNPROCESSABLE_CONTENT
        : StatusCodes.BAD_REQUEST;
  }

  /** What a submission would be told; nothing runs. */
  private Route check() {
    return withPlan(
        read ->
            complete(
                Replies.ok(
                    read instanceof SubmitReader.Refused refused
                        ? CheckView.refused(refused.error())
                        : CheckView.good(((SubmitReader.Accepted) read).request().plan()))));
  }

  private Route withPlan(Function<SubmitReader.Result, Route> inner) {
    return withSizeLimit(
        ApiSettings.MAX_BODY_BYTES,
        () ->
            parameterMultiMap(
                query ->
                    extractStrictEntity(
                        BODY_TIMEOUT, body -> withPlan(query, body.getData(), inner))));
  }

  private Route withPlan(
      Map<String, List<String>> query,
      ByteString body,
      Function<SubmitReader.Result, Route> inner) {
    return body.size() > ApiSettings.MAX_PLAN_BYTES
        ? tooLarge()
        : inner.apply(SubmitReader.read(query, body.toArray(), settings.protection().plans()));
  }

  private Route submit(SubmitReader.Accepted accepted) {
    return answer(
        service
            .submit(accepted.request())
            .thenApply(
                taken ->
                    Replies.json(
                            StatusCodes.CREATED,
                            new RunView.Submitted(taken.run(), taken.position()))
                        .addHeader(Location.create("/api/runs/" + taken.run()))));
  }

  private Route cancel(RunSummary run) {
    return parameterOptional(
        "force",
        force ->
            answer(
                service
                    .cancel(run.run(), force.map(f -> !f.equals("false")).orElse(false))
                    .thenApply(
                        found ->
                            found
                                .map(left -> Replies.ok(RunView.of(left)))
                                .orElseGet(() -> Replies.noRun(run.run())))));
  }

  private Route answer(CompletionStage<HttpResponse> answer) {
    return completeWithFuture(answer.exceptionally(ApiRoutes::refused));
  }

  private static HttpResponse refused(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof RunRefusedException) {
      return Replies.error(
          StatusCodes.SERVICE_UNAVAILABLE, "refused", String.valueOf(cause.getMessage()));
    }
    throw new CompletionException(cause);
  }

  private Route report(RunSummary run) {
    Path report = run.directory().resolve("report.json");
    if (Files.isRegularFile(report)) {
      return getFromFile(report.toFile(), ContentTypes.APPLICATION_JSON);
    }
    return run.state() == RunState.ENDED
        ? reply(StatusCodes.NOT_FOUND, "no_report", report + " is not there")
        : reply(StatusCodes.CONFLICT, "not_ended", "the run goes on: its report comes at its end");
  }

  private Route timeline(RunSummary run) {
    return complete(
        Replies.ok(new RunView.Course(run.run(), channels.timeline(run.run()).moments())));
  }

  private Route live(RunSummary run) {
    return optionalHeaderValueByName("Last-Event-ID", id -> live(run, id.map(ApiRoutes::sequence)));
  }

  /** What is no number is as good as none. */
  private static long sequence(String lastEventId) {
    return lastEventId.matches("\\d{1,18}") ? Long.parseLong(lastEventId) : -1;
  }

  private Route live(RunSummary run, Optional<Long> lastEventId) {
    LiveChannel channel = channels.of(run.run());
    long lastSequence = lastEventId.orElse(-1L);
    if (channel.isOver(lastSequence)) {
      // tells a browser not to come back again
      return complete(StatusCodes.NO_CONTENT);
    }
    if (channels.watchers() >= settings.maxWatchers()) {
      return reply(
          StatusCodes.SERVICE_UNAVAILABLE,
          "too_many_watchers",
          settings.maxWatchers() + " watch already: ask for GET /api/runs/" + run.run());
    }
    Source<ByteString, ?> events =
        Source.single(ByteString.fromString("retry: 1000\n\n"))
            .concat(Source.fromGraph(new FrameStage(channel, lastSequence)));
    return complete(
        HttpResponse.create()
            .addHeader(CacheControl.create(CacheDirectives.NO_STORE))
            .withEntity(
                HttpEntities.createChunked(MediaTypes.TEXT_EVENT_STREAM.toContentType(), events)));
  }
}
