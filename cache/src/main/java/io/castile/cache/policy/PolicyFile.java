package io.castile.cache.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A policy that is read again when its file changes. Thread-safe. */
public final class PolicyFile {
  private static final Logger log = LoggerFactory.getLogger(PolicyFile.class);
  private static final long PAUSE_NANOS = 1_000_000_000L;

  private final Path file;
  private final AtomicLong nextCheck = new AtomicLong(System.nanoTime() + PAUSE_NANOS);
  private @Nullable State seen;

  /** What tells that a file has changed. */
  private record State(FileTime time, long size) {}

  public PolicyFile(Path file) {
    this.file = Objects.requireNonNull(file, "file");
  }

  /** Reads the policy. */
  public synchronized CachePolicy load() throws IOException {
    seen = state(); // before it is read: what is written meanwhile is found next time
    return CachePolicy.load(file);
  }

  /** Has the file looked at if that was not done a moment ago; costs next to nothing if it was. */
  public void check(Executor executor, Consumer<CachePolicy> changed) {
    long now = System.nanoTime();
    long due = nextCheck.get();
    if (now - due < 0 || !nextCheck.compareAndSet(due, now + PAUSE_NANOS)) {
      return;
    }
    try {
      executor.execute(() -> loadIfChanged(changed));
    } catch (RejectedExecutionException e) {
      log.debug("the policy file is looked at later: {}", e.getMessage());
    }
  }

  private synchronized void loadIfChanged(Consumer<CachePolicy> changed) {
    State now = state();
    if (Objects.equals(now, seen)) {
      return;
    }
    State before = seen;
    boolean done = false;
    seen = now;
    try {
      changed.accept(CachePolicy.load(file));
      log.info("the policy was read again from {}", file);
      done = true;
    } catch (IOException | PolicyException e) {
      log.warn("the policy stays as it was: {}", e.toString());
      done = true;
    } finally {
      if (!done) { // as where memory ran out: the next look may do
        seen = before;
      }
    }
  }

  /** Null if the file is not there. */
  private @Nullable State state() {
    try {
      return new State(Files.getLastModifiedTime(file), Files.size(file));
    } catch (IOException e) {
      return null;
    }
  }
}
