package io.castile.interop.soak;

import io.castile.interop.LiveHeap;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a process holds.
 *
 * @param heapBytes that a collection leaves
 * @param threads that live
 * @param files the open ones, without sockets, what selectors have open, and {@linkplain #isLibrary
 *     libraries} that are open once; empty where the system does not tell
 * @param sockets open ones, listening ones too; -1 where the system does not tell
 * @param events what selectors have open, {@link #PER_SELECTOR} each; -1 where the system does not
 *     tell
 */
record Footprint(long heapBytes, int threads, List<String> files, int sockets, int events) {
  /** A selector of Linux has a queue of events open, and what wakes it up. */
  static final int PER_SELECTOR = 2;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** That of this process. */
  static Footprint now() throws IOException {
    long heapBytes = LiveHeap.bytes();
    int sockets = -1;
    int events = -1;
    List<String> files = new ArrayList<>();
    if (Files.isDirectory(DESCRIPTORS)) {
      sockets = 0;
      events = 0;
      Set<String> libraries = new HashSet<>();
      for (String target : open()) {
        if (target.startsWith("socket:")) {
          sockets++;
        } else if (target.startsWith("anon_inode:[event")) {
          events++;
        } else if (!isLibrary(target) || !libraries.add(target)) {
          files.add(target);
        }
      }
    }
    return new Footprint(
        heapBytes, ManagementFactory.getThreadMXBean().getThreadCount(), files, sockets, events);
  }

  /** The targets of all descriptors, but for those that are closed meanwhile. */
  private static List<String> open() throws IOException {
    try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
      return descriptors.map(Footprint::target).flatMap(Optional::stream).toList();
    }
  }

  /** Whether a class loader opens a file, once, when it first looks for something in it. */
  private static boolean isLibrary(String target) {
    return target.endsWith(".jar");
  }

  private static Optional<String> target(Path descriptor) {
    try {
      return Optional.of(Files.readSymbolicLink(descriptor).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** As a line of numbers and of the names of files, for another process. */
  String line() {
    return heapBytes + " " + threads + " " + sockets + " " + events + " " + String.join("|", files);
  }

  /** The reverse of {@link #line}. */
  static Footprint of(String line) {
    String[] parts = line.split(" ", 5);
    return new Footprint(
        Long.parseLong(parts[0]),
        Integer.parseInt(parts[1]),
        parts[4].isEmpty() ? List.of() : List.of(parts[4].split("\\|")),
        Integer.parseInt(parts[2]),
        Integer.parseInt(parts[3]));
  }
}
