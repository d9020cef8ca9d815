package io.castile.interop.faults;

import io.castile.delta.Differential;
import io.castile.delta.LinkStatistics;
import io.castile.interop.LiveHeap;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * What a process has done and keeps.
 *
 * @param heapBytes that a collection leaves
 * @param threads that live
 * @param keptBytes of the link
 * @param link what it has done
 */
record State(long heapBytes, int threads, long keptBytes, LinkStatistics link) {

  static State of(Differential link) {
    return new State(
        LiveHeap.bytes(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        link.keptBytes(),
        link.statistics());
  }

  /** As a line of numbers, for another process. */
  String line() {
    return heapBytes
        + " "
        + threads
        + " "
        + keptBytes
        + " "
        + link.full()
        + " "
        + link.deltas()
        + " "
        + link.messageBytes()
        + " "
        + link.wireBytes()
        + " "
        + link.mismatches()
        + " "
        + link.fetched()
        + " "
        + link.unknownBases()
        + " "
        + link.requestDeltas()
        + " "
        + link.requestBytesSaved()
        + " "
        + link.unknownRequestBases();
  }

  /** The reverse of {@link #line}. */
  static State of(String line) {
    long[] n = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    return new State(
        n[0],
        (int) n[1],
        n[2],
        new LinkStatistics(n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12]));
  }
}
