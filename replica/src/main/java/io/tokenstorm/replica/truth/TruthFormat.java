package io.tokenstorm.replica.truth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * One line of the truth log. {@code tokenNanos}, {@code lateNanos} and {@code eventTokens} have one
 * entry for each output event.
 */
final class TruthFormat {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TruthFormat() {}

  static String line(TruthRecord record) {
    ObjectNode line = JSON.createObjectNode();
    line.put("requestId", record.requestId());
    line.put("replica", record.replica());
    line.put("route", record.route());
    line.put("arrivalNanos", record.arrivalNanos());
    line.put("firstTokenNanos", record.firstTokenNanos());
    line.put("endNanos", record.endNanos());
    line.put("inFlightAtArrival", record.inFlightAtArrival());
    line.put("promptTokens", record.promptTokens());
    line.put("cachedTokens", record.cachedTokens());
    line.put("outputTokens", record.outputTokens());
    line.put("bytes", record.bytes());
    line.put("ended", record.ended());
    ArrayNode written = line.putArray("tokenNanos");
    ArrayNode late = line.putArray("lateNanos");
    ArrayNode tokens = line.putArray("eventTokens");
    TokenTrace trace = record.trace();
    for (int i = 0; i < trace.size(); i++) {
      written.add(trace.writtenNanos(i));
      late.add(trace.lateNanos(i));
      tokens.add(trace.tokens(i));
    }
    return line.toString();
  }

  static TruthRecord parse(String text) throws IOException {
    JsonNode line = JSON.readTree(text);
    return new TruthRecord(
        line.required("requestId").asText(),
        line.required("replica").asText(),
        line.required("route").asText(),
        line.required("arrivalNanos").asLong(),
        line.required("endNanos").asLong(),
        line.required("inFlightAtArrival").asInt(),
        line.required("promptTokens").asInt(),
        line.required("cachedTokens").asInt(),
        line.required("outputTokens").asInt(),
        line.required("bytes").asLong(),
        line.required("ended").asText(),
        trace(line));
  }

  private static TokenTrace trace(JsonNode line) {
    TokenTrace trace = new TokenTrace();
    JsonNode written = line.required("tokenNanos");
    JsonNode late = line.required("lateNanos");
    JsonNode tokens = line.required("eventTokens");
    for (int i = 0; i < written.size(); i++) {
      trace.add(written.get(i).asLong() - late.get(i).asLong(), tokens.get(i).asInt());
      trace.stamp(written.get(i).asLong());
    }
    return trace;
  }
}
