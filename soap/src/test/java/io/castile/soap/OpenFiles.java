package io.castile.soap;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The open files of parts in this process, as Linux tells them; those without a name included.
 * Tests that ask are skipped elsewhere.
 */
public final class OpenFiles {
  private static final Path ALL = Path.of("/proc/self/fd");

  private OpenFiles() {}

  /** How many files of parts in a directory are open. */
  public static int in(Path directory) throws IOException {
    return of(directory).size();
  }

  /** The permissions of the open files of a directory. */
  public static List<String> permissions(Path directory) throws IOException {
    List<String> permissions = new ArrayList<>();
    for (Path file : of(directory)) {
      permissions.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
    return permissions;
  }

  /** Collects garbage until none is open. */
  public static void awaitNone(Path directory) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (in(directory) > 0) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "expected no open file in " + directory + ", found " + of(directory));
      }
      System.gc();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5)); // the garbage collector tells nobody
    }
  }

  private static List<Path> of(Path directory) throws IOException {
    assumeTrue(Files.isDirectory(ALL), "needs " + ALL + " (Linux)");
    List<Path> found = new ArrayList<>();
    try (var all = Files.newDirectoryStream(ALL)) {
      for (Path each : all) {
        try {
          if (isOfParts(Files.readSymbolicLink(each), directory.toRealPath())) {
            found.add(each);
          }
        } catch (NoSuchFileException e) {
          continue; // it has been closed meanwhile
        }
      }
    }
    return found;
  }

  /** The name of a file that has been deleted ends with that word. */
  private static boolean isOfParts(Path file, Path directory) {
    return file.startsWith(directory) && file.getFileName().toString().contains(".parts");
  }
}
