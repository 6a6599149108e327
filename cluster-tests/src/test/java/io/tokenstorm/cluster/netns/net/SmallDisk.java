package io.tokenstorm.cluster.netns.net;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of 8 MiB in memory at a folder; unmounted when it is closed. */
public final class SmallDisk implements AutoCloseable {
  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Processes that are started from now on have it. */
  public static SmallDisk mount(Path folder) throws IOException {
    Files.createDirectories(folder);
    Tool.run("mount", "-t", "tmpfs", "-o", "size=8m", "tokenstorm-netns", folder.toString());
    return new SmallDisk(folder);
  }

  /** Takes up all the room that is left. */
  public void fill() {
    byte[] piece = new byte[4096];
    try (OutputStream out = Files.newOutputStream(folder.resolve("filling"))) {
      while (true) {
        out.write(piece);
      }
    } catch (IOException full) {
      // that is what it is for
    }
  }

  @Override
  public void close() {
    // what still runs there keeps it until its end
    Tool.run("umount", "--lazy", folder.toString());
  }
}
