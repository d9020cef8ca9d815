package io.castile.xml.internal;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Threads that may outlive the application whose call has started them: they take over nothing of
 * its thread, no context class loader, no inheritable thread locals and no protection domains. So
 * an application that has been stopped can be unloaded.
 *
 * <p>For the other modules of this library; no compatibility promise. Thread-safe.
 */
public final class DetachedThreads {
  private DetachedThreads() {}

  /** A thread that does not keep the JVM alive; not started. */
  public static Thread daemon(String name, Runnable task) {
    return detached(new Daemon(name, task));
  }

  /** Makes a thread; a class with a name, as a lambda delays the first call. */
  private static final class Daemon implements PrivilegedAction<Thread> {
    private final String name;
    private final Runnable task;

    Daemon(String name, Runnable task) {
      this.name = name;
      this.task = task;
    }

    @Override
    public Thread run() {
      Thread thread = new Thread(null, task, name, 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(DetachedThreads.class.getClassLoader());
      return thread;
    }
  }

  /** A task that sees the context class loader of this thread, wherever it runs. */
  public static Runnable inContextOfCaller(Runnable task) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return () -> {
      Thread thread = Thread.currentThread();
      ClassLoader own = thread.getContextClassLoader();
      thread.setContextClassLoader(loader);
      try {
        task.run();
      } finally {
        thread.setContextClassLoader(own);
      }
    };
  }

  /**
   * Starts the thread of the JDK's that runs what {@link CompletableFuture} delays, if it is not
   * there yet: it stays for as long as the JVM, with what the first one to delay something has. To
   * be called before anything is delayed; costs nothing but the first time.
   */
  public static void startTimer() {
    Timer.start();
  }

  private static final class Timer {
    static {
      Thread thread = Thread.currentThread();
      ClassLoader own = thread.getContextClassLoader();
      thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
      try {
        detached(new Start());
      } finally {
        thread.setContextClassLoader(own);
      }
    }

    static void start() {}

    /** A class and no lambda: a client's first call comes by here. */
    private static final class Start implements PrivilegedAction<Void> {
      @Override
      public Void run() {
        new CompletableFuture<>().completeOnTimeout(null, 0, TimeUnit.NANOSECONDS);
        return null;
      }
    }
  }

  /**
   * A new thread keeps the protection domains, and so the class loaders, of all that is on the
   * stack which makes it, up to here; since JDK 24 it keeps none.
   */
  @SuppressWarnings("removal") // there is no other way before JDK 24
  private static <T> T detached(PrivilegedAction<T> action) {
    return AccessController.doPrivileged(action);
  }
}
