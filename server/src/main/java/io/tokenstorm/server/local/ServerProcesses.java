package io.tokenstorm.server.local;

import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.life.LifeInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The processes of one server: its own and those of the check after it. */
final class ServerProcesses {
  /** Of a check that takes too long. */
  private static final Duration CHECK_GRACE = Duration.ofSeconds(1);

  /** As a shell says that a command cannot be executed. */
  private static final int NOT_EXECUTED = 126;

  private static final int TIMED_OUT = 124;

  private final ServerCommand command;
  private final Map<String, String> environment;
  private final Consumer<LifeInput> tell;
  private @Nullable Supervised server;

  /**
   * @param environment the command's, with all values
   */
  ServerProcesses(
      ServerCommand command, Map<String, String> environment, Consumer<LifeInput> tell) {
    this.command = command;
    this.environment = environment;
    this.tell = tell;
  }

  /** Starts the server, with an empty log. */
  void launch() {
    try {
      Path log = command.log().toAbsolutePath();
      Files.createDirectories(log.getParent());
      Files.writeString(log, "");
      server = Supervised.start(task(command.argv(), command.stop().grace()), new ServerTold());
    } catch (IOException e) {
      tell.accept(new LifeInput.LaunchFailed("could not be started: " + e.getMessage()));
    }
  }

  /** Ends it. */
  void end() {
    if (server != null) {
      server.end();
    }
  }

  /** Runs the check once; what it prints goes to the server's log. */
  void check(Duration limit) {
    try {
      CheckTold told = new CheckTold();
      Supervised check = Supervised.start(task(command.stop().checkArgv(), CHECK_GRACE), told);
      CompletableFuture<Void> unused =
          told.over.thenAccept(status -> tell.accept(new LifeInput.Checked(status)));
      CompletableFuture<Integer> unusedToo =
          told.over
              .copy()
              .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
              .exceptionally(
                  thrown -> {
                    told.status = TIMED_OUT;
                    check.end();
                    return TIMED_OUT;
                  });
    } catch (IOException e) {
      tell.accept(new LifeInput.Checked(NOT_EXECUTED));
    }
  }

  private Supervised.Task task(List<String> argv, Duration grace) {
    return new Supervised.Task(argv, environment, command.workingDirectory(), command.log(), grace);
  }

  /** Turns what is heard of the server into inputs of its life. */
  private final class ServerTold implements Supervised.Told {
    @Override
    public void launched() {
      tell.accept(new LifeInput.Launched());
    }

    @Override
    public void exited(int status) {
      tell.accept(new LifeInput.Exited(status));
    }

    @Override
    public void gone(String left) {
      tell.accept(
          new LifeInput.Gone(left.isEmpty() ? "" : "has processes that outlive SIGKILL: " + left));
    }
  }

  /** Waits until nothing is left of a check. */
  private static final class CheckTold implements Supervised.Told {
    private final CompletableFuture<Integer> over = new CompletableFuture<>();
    private volatile int status = NOT_EXECUTED;

    @Override
    public void launched() {}

    @Override
    public void exited(int exit) {
      status = status == TIMED_OUT ? TIMED_OUT : exit;
    }

    @Override
    public void gone(String left) {
      over.complete(status);
    }
  }
}
