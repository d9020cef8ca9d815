package io.castile;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of a client that belong to one thread each. They are kept by this object, and not by
 * the threads: those of a pool live for longer than a client and its application.
 *
 * <p>Thread-safe.
 */
final class ThreadContexts {
  /** The contexts of one thread, which uses them alone. */
  static final class Own {
    /**
     * The request context of a thread that has its own; see {@link RequestContext#THREAD_LOCAL}.
     * Null for none.
     */
    @Nullable RequestContext request;

    /** The outcome of the last call; null for none. */
    @Nullable ResponseMetadata told;

    /** The response context of the last call; null until it is needed. */
    @Nullable Map<String, Object> response;
  }

  private final ThreadLocal<WeakReference<Own>> known = new ThreadLocal<>();

  /** What keeps them while both thread and client are there. Guarded by itself. */
  private final Map<Thread, Own> all = new WeakHashMap<>();

  /** The contexts of this thread; null where there are none yet. */
  @Nullable Own known() {
    WeakReference<Own> own = known.get();
    return own == null ? null : own.get();
  }

  /** The contexts of this thread. */
  Own own() {
    Own own = known();
    if (own == null) {
      own = new Own();
      synchronized (all) {
        all.put(Thread.currentThread(), own);
      }
      known.set(new WeakReference<>(own));
    }
    return own;
  }
}
