package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Applications with class loaders of their own, as containers have them, which run on a thread of
 * the container's that stays. What is in the packages {@code io.castile.redeployed} and {@code
 * io.castile.shop} is the application's; all else is of the container.
 */
public final class Redeployment implements AutoCloseable {
  private static final int MOST_COLLECTIONS = 40;

  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "worker of the container");
            thread.setDaemon(true);
            return thread;
          });

  private final ReferenceQueue<ClassLoader> unloaded = new ReferenceQueue<>();

  /** Sees no class of the application, so that its own loader defines them. */
  private static final class Container extends ClassLoader {
    Container() {
      super(Redeployment.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.castile.redeployed.") || name.startsWith("io.castile.shop.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }

  /**
   * Deploys an application, runs it and gives it up; holds that nothing keeps its class loader.
   *
   * @param application a {@code Consumer<String>} with a constructor without arguments
   * @param use given to it
   */
  public void leavesNothing(Class<?> application, String use) throws Exception {
    WeakReference<ClassLoader> left = run(application, use);

    assertThat(isUnloaded(left)).as("the class loader is unloaded after " + use).isTrue();
  }

  private WeakReference<ClassLoader> run(Class<?> application, String use) throws Exception {
    return worker
        .submit(
            () -> {
              Thread thread = Thread.currentThread();
              ClassLoader outer = thread.getContextClassLoader();
              try (URLClassLoader loader = loader(application)) {
                thread.setContextClassLoader(loader);
                Class<?> type = loader.loadClass(application.getName());
                assertThat(type).isNotSameAs(application);
                Object deployed = type.getConstructor().newInstance();
                type.getMethod("accept", String.class).invoke(deployed, use);
                return new WeakReference<ClassLoader>(loader, unloaded);
              } finally {
                thread.setContextClassLoader(outer);
              }
            })
        .get();
  }

  private static URLClassLoader loader(Class<?> application) {
    URL[] code =
        Arrays.stream(new Class<?>[] {application, Redeployment.class})
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
            .distinct()
            .toArray(URL[]::new);
    return new URLClassLoader(code, new Container());
  }

  /** Collects until the reference is cleared; soft references are left as they are. */
  private boolean isUnloaded(WeakReference<ClassLoader> left) throws InterruptedException {
    for (int i = 0; i < MOST_COLLECTIONS && !left.refersTo(null); i++) {
      System.gc();
      Reference<?> cleared = unloaded.remove(50);
      if (cleared == left) {
        return true;
      }
    }
    return left.refersTo(null);
  }

  @Override
  public void close() {
    worker.shutdownNow();
  }
}
