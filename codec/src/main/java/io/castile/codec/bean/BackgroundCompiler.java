package io.castile.codec.bean;

import io.castile.xml.internal.DetachedThreads;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiles what has become hot, on one thread of the lowest priority for all codecs of this JVM.
 * The thread is started when there is something to compile and ends when nothing is left; it does
 * not keep the JVM alive. Between two compilations it sleeps three times as long as the last one
 * took: it takes a quarter of a processor at most, however much becomes hot at once, and the JVM's
 * own compilers have time for the code of the calls.
 *
 * <p>Holds what waits weakly, and takes over nothing of the thread that starts it: an application
 * that has ended is not kept by it.
 *
 * <p>Thread-safe.
 */
final class BackgroundCompiler {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundCompiler.class);

  /** So many times as long as it has compiled it sleeps. */
  private static final int REST = 3;

  private static final BackgroundCompiler SHARED = new BackgroundCompiler();

  private final Queue<Job> waiting = new ArrayDeque<>(); // Guarded by this.
  private @Nullable Thread thread; // Guarded by this; null while nothing is to be done.
  private volatile boolean hurried;

  /** A class or wrapper that is interpreted and may be compiled. */
  interface Compilable {
    /** Puts a compiled codec in place of the interpreter, or leaves that there. */
    void compile();
  }

  /** A waiting task, with the context class loader of the thread that has made the class hot. */
  private record Job(WeakReference<Compilable> what, WeakReference<ClassLoader> loader) {}

  BackgroundCompiler() {}

  /** The one of this JVM. */
  static BackgroundCompiler shared() {
    return SHARED;
  }

  /** Has something compiled, some time after this returns. */
  synchronized void add(Compilable what) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    waiting.add(new Job(new WeakReference<>(what), new WeakReference<>(loader)));
    if (thread == null) {
      Thread started = DetachedThreads.daemon("castile-codec-compiler", this::run);
      started.setPriority(Thread.MIN_PRIORITY);
      try {
        started.start();
        thread = started;
      } catch (OutOfMemoryError e) {
        LOG.warn("Codecs stay interpreted for now: no thread can be started to compile them", e);
      }
    }
  }

  private void run() {
    boolean isDone = false;
    try {
      for (Job job = next(); job != null; job = next()) {
        long begun = System.nanoTime();
        compile(job);
        sleep(REST * (System.nanoTime() - begun));
      }
      isDone = true;
    } finally {
      if (!isDone) { // there was not even memory to say so: what waits goes on with the next class
        end();
      }
    }
  }

  private synchronized @Nullable Job next() {
    Job next = waiting.poll();
    if (next == null) {
      end();
    }
    return next;
  }

  private synchronized void end() {
    thread = null;
    notifyAll();
  }

  private static void compile(Job job) {
    Compilable what = job.what().get();
    if (what == null) {
      return;
    }
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(job.loader().get());
    try {
      what.compile();
    } catch (RuntimeException | Error e) {
      LOG.warn("{} stays interpreted: it could not be compiled", what, e);
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  private void sleep(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !hurried; left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
      if (Thread.interrupted()) {
        return; // No code has a reason to interrupt this thread; it has its work to do.
      }
    }
  }

  /** Waits until nothing is left to compile, without pauses between compilations. */
  synchronized void finish() throws InterruptedException {
    hurried = true;
    try {
      while (thread != null) {
        LockSupport.unpark(thread);
        wait();
      }
    } finally {
      hurried = false;
    }
  }
}
