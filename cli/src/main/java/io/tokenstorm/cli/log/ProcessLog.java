package io.tokenstorm.cli.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The log of this process. The terminal belongs to the user, so the log goes to files alone; what
 * is logged before the first file is known is kept and written to it. One per process, as the
 * logging library has it.
 */
public final class ProcessLog {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %thread %logger{36} - %msg%n%ex";
  private static final EarlyEvents EARLY = new EarlyEvents();
  private static @Nullable Path current;

  private ProcessLog() {}

  /** Begins to keep what is logged; before anything else that logs. */
  public static synchronized void begin() {
    EARLY.begin(root());
  }

  /**
   * From now on the log also goes to this file, behind what it holds already. The first file gets
   * what was logged before, too.
   */
  public static synchronized void addFile(Path file) {
    FileAppender<ILoggingEvent> appender = appender(file);
    EARLY.moveTo(appender);
    root().addAppender(appender);
    current = file;
  }

  /**
   * Warnings and errors go to stderr: for a process that has neither a live view nor a log file.
   */
  public static synchronized void warningsToStderr() {
    ThresholdFilter warnings = new ThresholdFilter();
    warnings.setLevel("WARN");
    warnings.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context());
    appender.setTarget("System.err");
    appender.setEncoder(encoder("%level: %msg%n%nopex"));
    appender.addFilter(warnings);
    appender.start();
    root().addAppender(appender);
  }

  /** No longer logs to this file. */
  public static synchronized void removeFile(Path file) {
    Appender<ILoggingEvent> appender = root().getAppender(file.toString());
    if (appender != null) {
      root().detachAppender(appender);
      appender.stop();
    }
    if (file.equals(current)) {
      current = null;
    }
  }

  /** Keeps the cause of a failure that the user has been told of, if a log is kept at all. */
  public static synchronized void note(String command, Exception failure) {
    if (current != null) {
      LoggerFactory.getLogger(ProcessLog.class).warn("{} ends", command, failure);
    }
  }

  /** Logs a fault of the software; to a file of its own if there is none yet. Says where. */
  public static synchronized String noteFault(String command, Exception failure) {
    if (current == null) {
      begin();
      addFile(temporary());
    }
    LoggerFactory.getLogger(ProcessLog.class).error("{} failed", command, failure);
    return String.valueOf(current);
  }

  private static Path temporary() {
    try {
      return Files.createTempFile("tokenstorm-", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException("no log can be written", e);
    }
  }

  private static FileAppender<ILoggingEvent> appender(Path file) {
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(context());
    appender.setName(file.toString());
    appender.setFile(file.toString());
    appender.setEncoder(encoder(PATTERN));
    appender.start();
    return appender;
  }

  private static PatternLayoutEncoder encoder(String pattern) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context());
    encoder.setPattern(pattern);
    encoder.start();
    return encoder;
  }

  private static Logger root() {
    return context().getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  private static LoggerContext context() {
    return (LoggerContext) LoggerFactory.getILoggerFactory();
  }
}
