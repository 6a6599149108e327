package io.tokenstorm.cluster.server;

import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.local.LocalServerHost;
import java.io.IOException;
import java.nio.file.Path;

/** A process that starts a stubborn server and serves on, so that it can be killed. */
final class ServerParent {
  private ServerParent() {}

  /** Arguments: folder, port, mark of the scene. */
  public static void main(String[] args) throws Exception {
    ServerScene scene = new ServerScene(Path.of(args[0]), Integer.parseInt(args[1]), args[2]);
    LocalServerHost host = new LocalServerHost(Ticker.system(), System::getenv);
    RunningServer server =
        host.start(scene.command(scene.stubborn())).ready().toCompletableFuture().get();
    System.out.println("ready");
    server.exited().toCompletableFuture().get();
  }

  static Process start(ServerScene scene) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            ServerParent.class.getName(),
            scene.folder().toString(),
            String.valueOf(scene.port()),
            scene.mark())
        .redirectErrorStream(true)
        .start();
  }
}
