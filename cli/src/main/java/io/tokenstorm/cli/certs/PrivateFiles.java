package io.tokenstorm.cli.certs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that only their owner may read, at no moment otherwise. */
final class PrivateFiles {
  private static final FileAttribute<Set<PosixFilePermission>> FILE = only("rw-------");
  private static final FileAttribute<Set<PosixFilePermission>> FOLDER = only("rwx------");

  private PrivateFiles() {}

  private static FileAttribute<Set<PosixFilePermission>> only(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  /** Makes a folder, unless it is there. */
  static void directory(Path folder) throws IOException {
    Files.createDirectories(folder, FOLDER);
  }

  /** Writes a file whole or not at all, over one that is there. */
  static void write(Path file, String text) throws IOException {
    Path beside = Files.createTempFile(file.toAbsolutePath().getParent(), ".new-", "", FILE);
    Files.writeString(beside, text, StandardCharsets.US_ASCII);
    Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
