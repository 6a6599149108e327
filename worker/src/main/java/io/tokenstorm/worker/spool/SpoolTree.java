package io.tokenstorm.worker.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories of spools. */
final class SpoolTree {
  private SpoolTree() {}

  /** Deletes a directory with all that is in it; one that is gone already is fine. */
  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> tree = Files.walk(directory)) {
      paths = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }

  /** The directories in a directory, by name; none if it is not there. */
  static List<Path> directoriesIn(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
