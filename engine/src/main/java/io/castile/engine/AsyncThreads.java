package io.castile.engine;

import io.castile.xml.internal.DetachedThreads;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The threads of asynchronous calls: virtual ones where the JDK has them. */
public final class AsyncThreads {
  /** None of them keeps the JVM alive, and none is there while nothing is called. */
  public static final Executor DEFAULT = new OnDemand();

  private AsyncThreads() {}

  /** Makes the threads for the first call: most clients make none. */
  private static final class OnDemand implements Executor {
    private static final class Made {
      static final Executor THREADS = virtual();
    }

    @Override
    public void execute(Runnable task) {
      Made.THREADS.execute(task);
    }
  }

  private static Executor virtual() {
    try {
      return (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException e) {
      return platform(); // before JDK 21
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new LinkageError("virtual threads are there and cannot be used", e);
    }
  }

  private static Executor platform() {
    Executor threads =
        Executors.newCachedThreadPool(task -> DetachedThreads.daemon("castile-async", task));
    return task -> threads.execute(DetachedThreads.inContextOfCaller(task));
  }
}
