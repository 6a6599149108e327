package io.tokenstorm.cli.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** What was logged before the log's file was known: the last thousand events. */
final class EarlyEvents {
  private static final int MOST = 1_000;

  private final Queue<ILoggingEvent> kept = new ArrayDeque<>();
  private @Nullable Logger root;
  private @Nullable Keeper keeper;

  /** Starts to keep the logger's events; once. */
  synchronized void begin(Logger logger) {
    if (keeper == null) {
      keeper = new Keeper();
      keeper.setContext(logger.getLoggerContext());
      keeper.start();
      root = logger;
      logger.addAppender(keeper);
    }
  }

  /** Hands over what is kept, and keeps no more. */
  synchronized void moveTo(Appender<ILoggingEvent> appender) {
    if (root != null && keeper != null) {
      root.detachAppender(keeper);
    }
    kept.forEach(appender::doAppend);
    kept.clear();
  }

  private synchronized void keep(ILoggingEvent event) {
    event.prepareForDeferredProcessing();
    kept.add(event);
    if (kept.size() > MOST) {
      kept.remove();
    }
  }

  private final class Keeper extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      keep(event);
    }
  }
}
