package io.tokenstorm.coordinator.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@code events.jsonl}: one fact a line, in the order they were noted. A last line without its line
 * feed is what a kill left of it and does not count. Not thread-safe.
 */
public final class EventLog implements Closeable {
  private final LogFile file;

  private EventLog(LogFile file) {
    this.file = file;
  }

  /** Opens the log for appending, creating it if needed; a torn last line is cut off. */
  static EventLog open(Path path) {
    return new EventLog(LogFile.open(path, Files.exists(path) ? wholeLines(bytesOf(path)) : 0));
  }

  /**
   * Appends one fact and hands it to the operating system.
   *
   * @throws ResultsException if it cannot be written
   */
  public void append(StampedEvent event) {
    try {
      byte[] json = ResultsJson.MAPPER.writeValueAsBytes(event);
      byte[] line = Arrays.copyOf(json, json.length + 1);
      line[json.length] = '\n';
      file.append(ByteBuffer.wrap(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event always has a JSON form", e);
    }
  }

  /** Returns once everything appended is on the disk. */
  public void force() {
    file.force();
  }

  @Override
  public void close() {
    file.close();
  }

  /** All whole lines of the file; none if it does not exist. */
  static List<StampedEvent> read(Path path) {
    List<StampedEvent> events = new ArrayList<>();
    if (!Files.exists(path)) {
      return events;
    }
    byte[] bytes = bytesOf(path);
    int end = wholeLines(bytes);
    String text = new String(bytes, 0, end, StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      events.add(parse(path, events.size() + 1, line));
    }
    return events;
  }

  private static StampedEvent parse(Path path, int lineNumber, String line) {
    try {
      return ResultsJson.MAPPER.readValue(line, StampedEvent.class);
    } catch (JsonProcessingException e) {
      throw ResultsException.damaged(
          path, "line " + lineNumber + " is no event (" + e.getOriginalMessage() + ")");
    }
  }

  private static byte[] bytesOf(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw ResultsException.onRead(path, e);
    }
  }

  private static int wholeLines(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }
}
