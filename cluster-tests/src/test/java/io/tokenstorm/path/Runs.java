package io.tokenstorm.path;

import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.service.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** Plans for the path's tests, and what their runs left behind. */
final class Runs {
  private Runs() {}

  static String yaml(String url, String rest) {
    return """
        name: path
        model: tokenstorm-sim
        routes:
          direct: {url: "%s"}
        defaults:
          api: openai-chat
          output_tokens: 16
          warmup: {requests_per_slot: 1}
          measure: {at_least: 3s}
          timeout: {connect: 2s, idle: 10s, total: 10s}
        workloads:
          short: {input_tokens: 300}
        phases:
        %s
        """
        .formatted(url, rest.indent(2));
  }

  static <E extends RunEvent> List<E> events(RunOutcome outcome, Class<E> kind) {
    return RunDirectory.open(outcome.directory()).events().stream()
        .map(StampedEvent::event)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  static String told(RunOutcome outcome) throws IOException {
    return outcome.reason() + '\n' + Files.readString(outcome.directory().resolve("events.jsonl"));
  }
}
