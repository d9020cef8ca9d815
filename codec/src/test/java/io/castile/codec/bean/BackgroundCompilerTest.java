package io.castile.codec.bean;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.bean.BackgroundCompiler.Compilable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BackgroundCompilerTest {
  private final BackgroundCompiler compiler = new BackgroundCompiler();
  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());

  /** Notes the thread that compiles it. */
  private Compilable noting() {
    return () -> threads.add(Thread.currentThread());
  }

  @Test
  void compilesOnOneThreadThatDisturbsNobodyAndEnds() throws Exception {
    List<Compilable> all = new ArrayList<>(); // what waits is held weakly
    for (int i = 0; i < 10; i++) {
      all.add(noting());
      compiler.add(all.get(i));
    }

    compiler.finish();

    assertThat(threads).hasSameSizeAs(all);
    for (Thread thread : threads) {
      assertThat(thread).isNotSameAs(Thread.currentThread());
      assertThat(thread.isDaemon()).isTrue();
      assertThat(thread.getPriority()).isEqualTo(Thread.MIN_PRIORITY);
      assertThat(thread.getContextClassLoader())
          .isSameAs(BackgroundCompiler.class.getClassLoader());
      thread.join();
    }
  }

  @Test
  void startsAgainWhenThereIsMore() throws Exception {
    Compilable one = noting();
    compiler.add(one);
    compiler.finish();
    threads.get(0).join();

    compiler.add(one);
    compiler.finish();

    assertThat(threads).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void keepsTheOrder() throws Exception {
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Compilable> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int number = i;
      all.add(() -> order.add(number));
      compiler.add(all.get(i));
    }

    compiler.finish();

    assertThat(order).hasSize(100).isSorted();
  }

  @Test
  void aFailureIsNotOneOfTheNext() throws Exception {
    Compilable failing =
        () -> {
          throw new IllegalStateException("a test's");
        };
    Compilable broken =
        () -> {
          throw new NoClassDefFoundError("a test's");
        };
    Compilable next = noting();
    compiler.add(failing);
    compiler.add(broken);
    compiler.add(next);

    compiler.finish();

    assertThat(threads).hasSize(1);
  }

  @Test
  void anInterruptDoesNotEndTheWork() throws Exception {
    Compilable interrupting = () -> Thread.currentThread().interrupt();
    Compilable next = noting();
    compiler.add(interrupting);
    compiler.add(next);

    compiler.finish();

    assertThat(threads).hasSize(1);
  }

  @Test
  void compilesWithTheContextOfTheThreadThatAdds() throws Exception {
    ClassLoader context = new ClassLoader() {};
    List<ClassLoader> seen = Collections.synchronizedList(new ArrayList<>());
    Compilable one = () -> seen.add(Thread.currentThread().getContextClassLoader());
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(context);
    try {
      compiler.add(one);
    } finally {
      Thread.currentThread().setContextClassLoader(usual);
    }

    compiler.finish();

    assertThat(seen).containsExactly(context);
  }

  @Test
  void doesNotKeepWhatWaits() throws Exception {
    CountDownLatch free = new CountDownLatch(1);
    Compilable blocking =
        () -> {
          try {
            free.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    compiler.add(blocking);
    WeakReference<Compilable> dropped = addAndForget();

    for (int i = 0; i < 50 && dropped.get() != null; i++) {
      System.gc();
    }
    free.countDown();
    compiler.finish();

    assertThat(dropped.get()).isNull();
    assertThat(threads).isEmpty();
  }

  private WeakReference<Compilable> addAndForget() {
    Compilable forgotten = noting();
    compiler.add(forgotten);
    return new WeakReference<>(forgotten);
  }
}
