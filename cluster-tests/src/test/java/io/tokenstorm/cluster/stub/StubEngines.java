package io.tokenstorm.cluster.stub;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Executables named {@code vllm} and {@code sglang} that take the command lines of those programs,
 * print their logs, count tokens and serve: {@link StubEngine}. A folder with them goes before the
 * {@code PATH} of whoever is to find them.
 */
public final class StubEngines {
  private StubEngines() {}

  /** Writes both into a folder. */
  public static void install(Path folder) {
    try {
      Files.createDirectories(folder);
      for (String name : new String[] {"vllm", "sglang"}) {
        Path file = folder.resolve(name);
        Files.writeString(file, launcher(name));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The {@code PATH} of this process with a folder before it. */
  public static String pathWith(Path folder) {
    return folder + ":" + System.getenv("PATH");
  }

  private static String launcher(String name) {
    return """
        #!/bin/sh
        exec '%s' -Xmx384m -Xss512k -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto \
        -Dsun.net.httpserver.nodelay=true -cp '%s' %s %s "$@"
        """
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            classPath(),
            StubEngine.class.getName(),
            name);
  }

  private static String classPath() {
    return Stream.of(StubEngine.class, JsonMapper.class, JsonFactory.class, JsonProperty.class)
        .map(StubEngines::placeOf)
        .collect(Collectors.joining(":"));
  }

  private static String placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
