package io.castile.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What is measured of a call. */
public enum Meter {
  /** The time that passes. */
  CLOCK {
    @Override
    public long reading() {
      return System.nanoTime();
    }
  },
  /**
   * The time that a processor works for the thread that asks: of calls that wait for nothing the
   * time that passes, but for what other programs take of it.
   */
  THREAD {
    @Override
    public long reading() {
      return THREADS.getCurrentThreadCpuTime();
    }
  },
  /**
   * The time that processors work for this process: all its threads, garbage collector and compiler
   * included. Systems count it in steps, of 10 ms on Linux.
   */
  PROCESSOR {
    @Override
    public long reading() {
      return SYSTEM.getProcessCpuTime();
    }
  },
  /** The bytes that all threads of this JVM allocate, as {@link AllocationMeter} knows them. */
  ALLOCATION {
    @Override
    public long reading() {
      return Allocated.now();
    }
  };

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** What it shows now: nanoseconds, or bytes. Only differences mean something. */
  public abstract long reading();

  /** Bytes since this was first asked. */
  private static final class Allocated {
    // Guarded by the class.
    private static final AllocationMeter METER = new AllocationMeter();

    private static long bytes;

    static synchronized long now() {
      bytes += METER.sinceLast();
      return bytes;
    }
  }
}
