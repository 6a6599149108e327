package io.tokenstorm.protocol.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {
  @TempDir private Path folder;

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "x");
  }

  @Test
  void delete_tree_leavesNothingOfItAndAllBesideIt() throws IOException {
    Path beside = file("beside/kept");
    file("tree/a/b/file");
    file("tree/c");
    Files.createSymbolicLink(folder.resolve("tree/link"), beside.getParent());
    Files.createSymbolicLink(folder.resolve("tree/nowhere"), folder.resolve("none"));
    FolderTree.delete(folder.resolve("tree"));
    assertThat(folder.resolve("tree")).doesNotExist();
    assertThat(beside).exists();
  }

  @Test
  void anything_ofWhatIsNotThere_isDone() throws IOException {
    Path none = folder.resolve("none");
    FolderTree.delete(none);
    FolderTree.deleteEmpty(none);
    assertThat(FolderTree.foldersIn(none)).isEmpty();
    assertThat(none).doesNotExist();
  }

  /** Each of them finds that the other was there first, now and then. */
  @Test
  void delete_byTwoAtOnce_isNoMistakeOfEither() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 20; i++) {
          file("tree/" + i % 5 + "/" + i + "/file");
        }
        CountDownLatch both = new CountDownLatch(2);
        Future<?> second = other.submit(() -> deleteTogether(both));
        deleteTogether(both);
        second.get();
        assertThat(folder.resolve("tree")).doesNotExist();
      }
    } finally {
      other.shutdownNow();
    }
  }

  private Void deleteTogether(CountDownLatch both) throws Exception {
    both.countDown();
    both.await();
    FolderTree.delete(folder.resolve("tree"));
    return null;
  }

  @Test
  void deleteEmpty_tree_keepsFilesAndTheWayToThem() throws IOException {
    Path kept = file("tree/a/b/file");
    Files.createDirectories(folder.resolve("tree/a/c/d"));
    Files.createDirectories(folder.resolve("tree/e"));
    FolderTree.deleteEmpty(folder.resolve("tree"));
    assertThat(kept).exists();
    assertThat(FolderTree.foldersIn(folder.resolve("tree/a"))).containsExactly(kept.getParent());
    assertThat(folder.resolve("tree/e")).doesNotExist();
    Files.delete(kept);
    FolderTree.deleteEmpty(folder.resolve("tree"));
    assertThat(folder.resolve("tree")).doesNotExist();
  }

  @Test
  void foldersIn_folder_areThoseByName_withoutFiles() throws IOException {
    file("b/file");
    file("a/file");
    file("c");
    assertThat(FolderTree.foldersIn(folder))
        .containsExactly(folder.resolve("a"), folder.resolve("b"));
    Files.createSymbolicLink(folder.resolve("d"), folder.resolve("a"));
    assertThat(FolderTree.foldersIn(folder)).contains(folder.resolve("d"));
    assertThatIOException().isThrownBy(() -> FolderTree.foldersIn(folder.resolve("c")));
  }
}
