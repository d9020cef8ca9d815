package io.castile.interop.soak;

import io.castile.interop.LiveHeap;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a process holds.
 *
 * @param heapBytes that a collection leaves
 * @param threads that live
 * @param files the open ones, without sockets and without {@linkplain #isLibrary libraries} that
 *     are open once; empty where the system does not tell
 * @param sockets open ones, listening ones too; -1 where the system does not tell
 */
record Footprint(long heapBytes, int threads, List<String> files, int sockets) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** That of this process. */
  static Footprint now() throws IOException {
    long heapBytes = LiveHeap.bytes();
    int sockets = -1;
    List<String> files = new ArrayList<>();
    if (Files.isDirectory(DESCRIPTORS)) {
      sockets = 0;
      Set<String> libraries = new HashSet<>();
      for (String target : open()) {
        if (target.startsWith("socket:")) {
          sockets++;
        } else if (!isLibrary(target) || !libraries.add(target)) {
          files.add(target);
        }
      }
    }
    return new Footprint(
        heapBytes, ManagementFactory.getThreadMXBean().getThreadCount(), files, sockets);
  }

  /** The targets of all descriptors. */
  private static List<String> open() throws IOException {
    try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
      return descriptors.map(Footprint::target).toList();
    }
  }

  /** Whether a class loader opens a file, once, when it first looks for something in it. */
  private static boolean isLibrary(String target) {
    return target.endsWith(".jar");
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "gone"; // the one by which the folder is read
    }
  }

  /** As a line of numbers and of the names of files, for another process. */
  String line() {
    return heapBytes + " " + threads + " " + sockets + " " + String.join("|", files);
  }

  /** The reverse of {@link #line}. */
  static Footprint of(String line) {
    String[] parts = line.split(" ", 4);
    return new Footprint(
        Long.parseLong(parts[0]),
        Integer.parseInt(parts[1]),
        parts[3].isEmpty() ? List.of() : List.of(parts[3].split("\\|")),
        Integer.parseInt(parts[2]));
  }
}
