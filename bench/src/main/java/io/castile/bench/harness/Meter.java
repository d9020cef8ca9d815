package io.castile.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What is measured of a call. */
public enum Meter {
  /** The time that passes. */
  CLOCK {
    @Override
    public long nanos() {
      return System.nanoTime();
    }
  },
  /**
   * The time that a processor works for the thread that asks: of calls that wait for nothing the
   * time that passes, but for what other programs take of it.
   */
  THREAD {
    @Override
    public long nanos() {
      return THREADS.getCurrentThreadCpuTime();
    }
  },
  /**
   * The time that processors work for this process: all its threads, garbage collector and compiler
   * included. Systems count it in steps, of 10 ms on Linux.
   */
  PROCESSOR {
    @Override
    public long nanos() {
      return SYSTEM.getProcessCpuTime();
    }
  };

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** What it shows now. */
  public abstract long nanos();
}
