package io.tokenstorm.protocol.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders with all that is in them. Whatever is gone already, or goes while it is at work, is no
 * mistake: others may delete the same tree. It never deletes beyond a link.
 */
public final class FolderTree {
  private FolderTree() {}

  /**
   * Deletes a folder with all that is in it, by name from the last to the first: who is killed
   * meanwhile leaves the first, such as a header before what it heads.
   *
   * @throws IOException if something of it stays: it cannot be deleted, or came meanwhile
   */
  public static void delete(Path root) throws IOException {
    for (Path child : childrenOf(root)) {
      delete(child);
    }
    Files.deleteIfExists(root);
  }

  /**
   * Deletes the folders of a tree, itself included, that hold no file; those that do stay.
   *
   * @throws IOException if one cannot be read or deleted
   */
  public static void deleteEmpty(Path root) throws IOException {
    if (!isFolder(root)) {
      return;
    }
    for (Path child : childrenOf(root)) {
      deleteEmpty(child);
    }
    try {
      Files.deleteIfExists(root);
    } catch (DirectoryNotEmptyException holdsFiles) {
      return;
    }
  }

  /**
   * The folders in a folder, by name; none if it is not there.
   *
   * @throws IOException if it cannot be read
   */
  public static List<Path> foldersIn(Path folder) throws IOException {
    return entriesOf(folder, Comparator.naturalOrder()).stream()
        .filter(Files::isDirectory)
        .toList();
  }

  private static List<Path> childrenOf(Path path) throws IOException {
    return isFolder(path) ? entriesOf(path, Comparator.reverseOrder()) : List.of();
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static List<Path> entriesOf(Path folder, Comparator<Path> order) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted(order).toList();
    } catch (NoSuchFileException gone) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
