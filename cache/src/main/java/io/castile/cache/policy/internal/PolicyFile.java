package io.castile.cache.policy.internal;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.text.WatchedFile;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A policy that is read again when its file changes, which is looked at once a second whether
 * anything is called or not. What is no policy is told in the log once, and the last one stays.
 * Thread-safe.
 */
public final class PolicyFile implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PolicyFile.class);

  private final WatchedFile file;
  private volatile @Nullable Problem problem; // null where the file is the policy that holds
  private @Nullable Future<?> looks; // null where nothing is followed; guarded by this
  private @Nullable Look held; // of the looks, which hold it weakly; guarded by this

  /**
   * The reason why the policy is not the one of the file.
   *
   * @param since when that was found
   * @param message with file, line and column where there is one
   */
  public record Problem(Instant since, String message) {}

  public PolicyFile(Path file) {
    this(new WatchedFile(file));
  }

  private PolicyFile(WatchedFile file) {
    this.file = file;
  }

  /** Returns the same file for another use, which takes changes since it was read here. */
  public PolicyFile copy() {
    return new PolicyFile(file.copy());
  }

  /** Reads the policy. */
  public CachePolicy load() throws IOException {
    file.hasChanged(); // before it is read: what is written meanwhile is found next time
    return CachePolicy.load(file.path());
  }

  /** Returns why the policy is not the file's; empty where it is. */
  public Optional<Problem> problem() {
    return Optional.ofNullable(problem);
  }

  /**
   * Applies changes from now on, on another thread, until this is closed or not held any more.
   *
   * @param changed is given the policy
   */
  public synchronized void follow(Consumer<CachePolicy> changed) {
    close();
    Look own = new Look(changed);
    held = own;
    WeakReference<Look> look = new WeakReference<>(own);
    looks =
        Looks.THREAD.scheduleWithFixedDelay(
            () -> Looks.run(look),
            WatchedFile.PAUSE_MILLIS,
            WatchedFile.PAUSE_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /** Looks at the file and takes what has changed. */
  void look(Consumer<CachePolicy> changed) {
    if (!file.hasChanged()) {
      return;
    }
    boolean done = false;
    try {
      changed.accept(CachePolicy.load(file.path()));
      problem = null;
      log.info("the policy was read again from {}", file.path());
      done = true;
    } catch (IOException | PolicyException e) {
      String message = e instanceof PolicyException ? String.valueOf(e.getMessage()) : e.toString();
      problem = new Problem(Instant.now(), message);
      log.warn("the policy stays as it was: {}", message);
      done = true;
    } finally {
      if (!done) { // as where memory ran out: the next look may do
        file.forget();
      }
    }
  }

  @Override
  public synchronized void close() {
    if (looks != null) {
      looks.cancel(false);
      looks = null;
      held = null;
    }
  }

  /** A look at this file. */
  private final class Look implements Runnable {
    private final Consumer<CachePolicy> changed;

    Look(Consumer<CachePolicy> changed) {
      this.changed = Objects.requireNonNull(changed, "changed");
    }

    @Override
    public void run() {
      look(changed);
    }
  }

  /** The thread that looks at the files of all policies, which ends with the last of them. */
  private static final class Looks {
    static final ScheduledThreadPoolExecutor THREAD = thread();

    private static ScheduledThreadPoolExecutor thread() {
      ScheduledThreadPoolExecutor made =
          new ScheduledThreadPoolExecutor(
              1,
              work -> {
                Thread thread = new Thread(work, "castile-policy-file");
                thread.setDaemon(true);
                return thread;
              });
      made.setRemoveOnCancelPolicy(true);
      made.setKeepAliveTime(2 * WatchedFile.PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      made.allowCoreThreadTimeOut(true);
      return made;
    }

    /** An exception ends the looks at a file that is not held any more. */
    static void run(WeakReference<Look> look) {
      Look held = look.get();
      if (held == null) {
        throw new IllegalStateException(
            "Cannot watch the policy, because it is not used any more.");
      }
      try {
        held.run();
      } catch (RuntimeException | Error e) {
        log.warn("a look at the file of a policy failed: {}", e.toString());
      }
    }
  }
}
