package io.castile.interop.soak;

import io.castile.interop.LiveHeap;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process holds.
 *
 * @param heapBytes that a collection leaves
 * @param threads that live
 * @param files open ones, without sockets; -1 where the system does not tell
 * @param sockets open ones, listening ones too; -1 where the system does not tell
 */
record Footprint(long heapBytes, int threads, int files, int sockets) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** That of this process. */
  static Footprint now() throws IOException {
    long heapBytes = LiveHeap.bytes();
    int all = -1;
    int sockets = -1;
    if (Files.isDirectory(DESCRIPTORS)) {
      List<String> open;
      try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
        open = descriptors.map(Footprint::target).toList();
      }
      sockets = (int) open.stream().filter(target -> target.startsWith("socket:")).count();
      all = open.size();
    }
    return new Footprint(
        heapBytes,
        ManagementFactory.getThreadMXBean().getThreadCount(),
        all < 0 ? all : all - sockets,
        sockets);
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "gone"; // the one by which the folder is read
    }
  }

  /** As a line of numbers, for another process. */
  String line() {
    return heapBytes + " " + threads + " " + files + " " + sockets;
  }

  /** The reverse of {@link #line}. */
  static Footprint of(String line) {
    long[] n = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    return new Footprint(n[0], (int) n[1], (int) n[2], (int) n[3]);
  }
}
