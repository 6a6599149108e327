package io.tokenstorm.replica.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.SimulatedReplica;
import io.tokenstorm.replica.fault.FaultSpec;
import java.util.Map;
import java.util.Optional;

/**
 * What may be asked on the admin port: {@code GET /admin/replicas}, and {@code POST} to {@code
 * /admin/evict}, {@code /admin/return}, {@code /admin/down}, {@code /admin/up}, {@code
 * /admin/fault} and {@code /admin/clear}, each with {@code ?replica=NAME}.
 */
final class AdminCalls {
  /** An answer: status and JSON. */
  record Answer(int status, String json) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ReplicaSet set;

  AdminCalls(ReplicaSet set) {
    this.set = set;
  }

  Answer answer(String method, String path, Map<String, String> query) {
    if (method.equals("GET") && path.equals("/admin/replicas")) {
      return new Answer(200, replicas());
    }
    String name = query.getOrDefault("replica", "");
    Optional<SimulatedReplica> replica =
        set.replicas().stream().filter(r -> r.name().equals(name)).findFirst();
    if (replica.isEmpty()) {
      return error(404, "there is no replica '" + name + "'; see GET /admin/replicas");
    }
    try {
      return steer(method + " " + path, replica.get(), query);
    } catch (IllegalArgumentException wrong) {
      return error(400, String.valueOf(wrong.getMessage()));
    }
  }

  private Answer steer(String call, SimulatedReplica replica, Map<String, String> query) {
    switch (call) {
      case "POST /admin/evict" -> set.gateway().evict(replica.name());
      case "POST /admin/return" -> set.gateway().comeBack(replica.name());
      case "POST /admin/down" -> replica.down();
      case "POST /admin/up" -> replica.up();
      case "POST /admin/fault" -> replica.inject(FaultSpec.parse(query));
      case "POST /admin/clear" -> replica.clearFaults();
      default -> {
        return error(404, "there is no admin call " + call);
      }
    }
    return new Answer(200, "{\"ok\":true}");
  }

  private String replicas() {
    ArrayNode list = JSON.createArrayNode();
    for (SimulatedReplica replica : set.replicas()) {
      list.addObject()
          .put("name", replica.name())
          .put("url", replica.url().toString())
          .put("inFlight", replica.inFlight())
          .put("maxInFlight", replica.maxInFlight());
    }
    return list.toString();
  }

  private static Answer error(int status, String message) {
    return new Answer(status, JSON.createObjectNode().put("error", message).toString());
  }
}
