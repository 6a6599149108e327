package io.tokenstorm.protocol.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The explicit names of the messages on the wire: a class may be renamed, its name here never
 * changes. The allow-list of what a node decodes.
 */
public final class WireTypes {
  /** Version of all messages together; nodes of different versions refuse each other. */
  public static final int VERSION = 4;

  private static final Map<String, Class<? extends WireMessage>> BY_NAME = new LinkedHashMap<>();
  private static final Map<Class<?>, String> BY_CLASS = new LinkedHashMap<>();

  static {
    add("directive", Directive.class);
    add("welcome", WorkerProtocol.Welcome.class);
    add("refused", WorkerProtocol.Refused.class);
    add("clock-probe", WorkerProtocol.ClockProbe.class);
    add("plan-assignment", WorkerProtocol.PlanAssignment.class);
    add("pull-records", WorkerProtocol.PullRecords.class);
    add("release-run", WorkerProtocol.ReleaseRun.class);
    add("server-order", WorkerProtocol.ServerOrder.class);
    add("worker-hello", CoordinatorProtocol.WorkerHello.class);
    add("worker-status", CoordinatorProtocol.WorkerStatus.class);
    add("worker-leaving", CoordinatorProtocol.WorkerLeaving.class);
    add("clock-reply", CoordinatorProtocol.ClockReply.class);
    add("server-report", CoordinatorProtocol.ServerReport.class);
    add("record-batch", CoordinatorProtocol.RecordBatch.class);
    add("live-sketch", LiveSketch.class);
  }

  private WireTypes() {}

  private static void add(String name, Class<? extends WireMessage> type) {
    BY_NAME.put(name, type);
    BY_CLASS.put(type, name);
  }

  /**
   * The manifest of a message: its name and the version, such as {@code directive:2}.
   *
   * @throws IllegalArgumentException if the class is no wire message
   */
  public static String manifestOf(Object message) {
    String name = BY_CLASS.get(message.getClass());
    if (name == null) {
      throw new IllegalArgumentException(message.getClass() + " has no name on the wire");
    }
    return name + ':' + VERSION;
  }

  /** The class of a manifest, or null if the name or the version is not ours. */
  public static @Nullable Class<? extends WireMessage> classOf(String manifest) {
    int colon = manifest.lastIndexOf(':');
    boolean ours = colon > 0 && manifest.substring(colon + 1).equals(String.valueOf(VERSION));
    return ours ? BY_NAME.get(manifest.substring(0, colon)) : null;
  }

  /** All message classes, for tests. */
  static Map<String, Class<? extends WireMessage>> all() {
    return Map.copyOf(BY_NAME);
  }
}
