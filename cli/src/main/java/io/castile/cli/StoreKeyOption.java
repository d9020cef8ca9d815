package io.castile.cli;

import io.castile.redis.FleetKeys;
import io.castile.redis.RedisStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys by which a fleet encrypts what it has in the store. */
final class StoreKeyOption {
  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  @Option(
      names = "--store-key-file",
      paramLabel = "FILE",
      description =
          "The keys by which the fleet encrypts what is in the store: in each line a number, and 32"
              + " random bytes in Base64. The first one encrypts, the others only decrypt.")
  private @Nullable Path file;

  /** The file that is given; null for none. */
  @Nullable Path file() {
    return file;
  }

  /**
   * Has a store encrypt by the keys of a file.
   *
   * @param keyFile null for no encryption
   * @param err is warned where others than its owner and readers of its group may use the file
   * @throws IOException if it cannot be read, or has no keys
   */
  static void encrypt(RedisStore.Builder store, @Nullable Path keyFile, PrintWriter err)
      throws IOException {
    if (keyFile == null) {
      return;
    }
    store.encryption(FleetKeys.load(keyFile));
    if (isOpen(keyFile)) {
      err.println(
          "castile: warning: others may read or change the keys in " + keyFile + " (chmod 600)");
      err.flush();
    }
  }

  private static boolean isOpen(Path file) throws IOException {
    if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
      return false;
    }
    return Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains);
  }
}
