package io.tokenstorm.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processes that bear a mark in their environment, so that none of them can hide.
 *
 * @param mark value of the variable {@code SCENE}
 */
record MarkedProcesses(String mark) {
  /** Their places in {@code /proc}. */
  List<Path> all() {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(process -> process.getFileName().toString().matches("\\d+"))
          .filter(process -> environment(process).contains("SCENE=" + mark + "\0"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String environment(Path process) {
    try {
      return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return "";
    }
  }
}
