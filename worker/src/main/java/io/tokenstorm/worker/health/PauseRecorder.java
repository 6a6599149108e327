package io.tokenstorm.worker.health;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to the JVM's flight recorder for three kinds of events: pauses of the garbage collector,
 * and begin and end of safepoints, without thresholds or stack traces. One for the whole process,
 * started on a thread of its own, so that nobody waits for it. Its files lie where the next process
 * deletes them if this one cannot ({@link RecorderHome}). The system property {@value #SWITCH} =
 * {@code false} leaves it out; then, and on a JVM without a recorder, longest pauses are not known.
 */
final class PauseRecorder {
  static final String SWITCH = "tokenstorm.pauses";

  private static final Logger LOG = LoggerFactory.getLogger(PauseRecorder.class);
  private static final PauseRecorder ONE = new PauseRecorder();

  private final PauseLog log = new PauseLog();
  private final Map<Long, Instant> begun = new HashMap<>();
  private boolean started;

  private PauseRecorder() {}

  /** The pauses of this JVM, from now on. */
  static PauseLog ofThisJvm() {
    ONE.startOnce();
    return ONE.log;
  }

  private synchronized void startOnce() {
    if (started || !Boolean.parseBoolean(System.getProperty(SWITCH, "true"))) {
      return;
    }
    started = true;
    Thread thread = new Thread(this::listen, "tokenstorm-pauses");
    thread.setDaemon(true);
    thread.start();
  }

  private void listen() {
    try {
      if (!FlightRecorder.isAvailable()) {
        LOG.info("This JVM has no flight recorder: the longest pauses are not known");
        return;
      }
      placeFiles();
      record();
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("The flight recorder does not work: the longest pauses are not known", e);
    }
  }

  /** The recorder's own place is the temporary folder, where a killed process leaves its files. */
  private void placeFiles() {
    try {
      RecorderHome own = RecorderHome.open(RecorderHome.usual());
      own.keepToTheEnd();
      Object unused =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "jfrConfigure",
                  new Object[] {new String[] {"repositorypath=\"" + own.folder() + "\""}},
                  new String[] {String[].class.getName()});
    } catch (IOException | JMException e) {
      LOG.info("The flight recorder's files stay in the JVM's own place: {}", e.toString());
    }
  }

  private void record() {
    try (RecordingStream stream = new RecordingStream()) {
      stream.enable("jdk.GCPhasePause").withoutThreshold().withoutStackTrace();
      stream.enable("jdk.SafepointBegin").withoutThreshold().withoutStackTrace();
      stream.enable("jdk.SafepointEnd").withoutThreshold().withoutStackTrace();
      stream.setMaxAge(Duration.ofSeconds(10));
      stream.onEvent("jdk.GCPhasePause", e -> log.add(true, e.getDuration().toNanos()));
      stream.onEvent("jdk.SafepointBegin", this::begin);
      stream.onEvent("jdk.SafepointEnd", this::end);
      log.open();
      stream.start();
    }
  }

  private void begin(RecordedEvent event) {
    begun.put(event.getLong("safepointId"), event.getStartTime());
  }

  private void end(RecordedEvent event) {
    Instant start = begun.remove(event.getLong("safepointId"));
    if (start != null) {
      log.add(false, Duration.between(start, event.getEndTime()).toNanos());
    }
    begun.clear(); // safepoints never overlap: what is left lost its end
  }
}
