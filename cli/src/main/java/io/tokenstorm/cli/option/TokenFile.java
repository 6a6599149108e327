package io.tokenstorm.cli.option;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;

/** The token of the HTTP API as a file of one line that only its owner may read. */
public final class TokenFile {
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{16,512}");
  private static final int BYTES = 32;

  private TokenFile() {}

  /**
   * Reads a token.
   *
   * @throws CommandFailure if the file cannot be read or holds none
   */
  public static String read(Path file) {
    try {
      return checked(Files.readString(file, StandardCharsets.UTF_8), file.toString());
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /** The same; makes the file, with a random token, if there is none. */
  public static String readOrMake(Path file) {
    if (!Files.exists(file)) {
      make(file);
    }
    return read(file);
  }

  private static void make(Path file) {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer line = StandardCharsets.US_ASCII.encode(token + "\n");
      while (line.hasRemaining()) {
        channel.write(line);
      }
    } catch (FileAlreadyExistsException e) {
      // made by another process in this moment: that one counts, read next
      return;
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  static String checked(String text, String where) {
    String token = text.strip();
    if (!TOKEN.matcher(token).matches()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          where + ": this is no token: 16 to 512 printable ASCII characters without spaces.");
    }
    return token;
  }

  private static CommandFailure unusable(Path file, IOException cause) {
    return new CommandFailure(
        ExitCode.USAGE,
        "the token file "
            + file
            + " cannot be used: name another with --token-file ("
            + cause
            + ").",
        cause);
  }
}
