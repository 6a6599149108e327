package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.fault.FaultSpec;
import io.tokenstorm.replica.http.HttpRequest;

/**
 * What a tester may ask of a replica: {@code POST /admin/fault?kind=…}, {@code POST /admin/clear},
 * {@code POST /admin/down?for_ms=…}, {@code GET /admin/state}.
 */
final class AdminEndpoints {
  private final ReplicaServer server;

  AdminEndpoints(ReplicaServer server) {
    this.server = server;
  }

  byte[] answer(HttpRequest request) {
    try {
      return switch (request.method() + " " + request.path()) {
        case "POST /admin/fault" -> fault(request);
        case "POST /admin/clear" -> {
          server.faults().clear();
          yield ok();
        }
        case "POST /admin/down" -> down(request);
        case "GET /admin/state" -> PlainAnswers.json(200, state());
        default -> PlainAnswers.error(404, "no such admin call: " + request.path());
      };
    } catch (IllegalArgumentException wrong) {
      return PlainAnswers.error(400, String.valueOf(wrong.getMessage()));
    }
  }

  private byte[] fault(HttpRequest request) {
    server.faults().add(FaultSpec.parse(request.query()));
    return ok();
  }

  /** Goes down once this answer is on its way, and returns after {@code for_ms}, if given. */
  private byte[] down(HttpRequest request) {
    long forMillis = Long.parseLong(request.query().getOrDefault("for_ms", "0"));
    long now = System.nanoTime();
    server.at(now + 1_000_000, server::goDown);
    if (forMillis > 0) {
      server.at(now + 1_000_000 + forMillis * 1_000_000, server::comeUp);
    }
    return ok();
  }

  private String state() {
    return "{\"replica\":\""
        + AnswerHead.quote(server.name())
        + "\",\"inFlight\":"
        + server.inFlight()
        + ",\"maxInFlight\":"
        + server.maxInFlight()
        + "}";
  }

  private static byte[] ok() {
    return PlainAnswers.json(200, "{\"ok\":true}");
  }
}
