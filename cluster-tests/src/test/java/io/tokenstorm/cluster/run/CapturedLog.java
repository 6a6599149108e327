package io.tokenstorm.cluster.run;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Everything that this process logs from now on, down to DEBUG, as text; until it is closed. */
final class CapturedLog implements AutoCloseable {
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level before = root.getLevel();
  private final List<Appender<ILoggingEvent>> others = new ArrayList<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(text(event));
        }
      };

  private CapturedLog() {}

  static CapturedLog start() {
    CapturedLog log = new CapturedLog();
    log.appender.setContext(log.root.getLoggerContext());
    log.appender.start();
    log.root.iteratorForAppenders().forEachRemaining(log.others::add);
    log.others.forEach(log.root::detachAppender);
    log.root.addAppender(log.appender);
    log.root.setLevel(Level.DEBUG);
    return log;
  }

  List<String> lines() {
    return lines;
  }

  private static String text(ILoggingEvent event) {
    String thrown =
        event.getThrowableProxy() == null
            ? ""
            : ThrowableProxyUtil.asString(event.getThrowableProxy());
    return event.getLoggerName() + " " + event.getFormattedMessage() + " " + thrown;
  }

  @Override
  public void close() {
    root.detachAppender(appender);
    root.setLevel(before);
    others.forEach(root::addAppender);
    appender.stop();
  }
}
