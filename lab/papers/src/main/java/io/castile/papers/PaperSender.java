package io.castile.papers;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.format.InstanceNames;
import io.castile.delta.internal.ResponseForms;

/**
 * Makes answers in the forms of the paper, with a cache for each client (§III) or one that they
 * share (§IV). A client is told by the state that it names, which only the last answer to it told.
 * Thread-safe.
 */
final class PaperSender implements ResponseForms.Sender {
  /** How many shared caches there are: one for each caller. */
  private static final int SHARED_CACHES = 16;

  private static final int ENTRY_BYTES = 256;

  /** Different callers never see the same state. */
  private record Key(Object caller, long state) {}

  private final boolean sharesElements;
  private final double maxChanged;

  /** The bound of the elements in a shared cache, and that of the replies. */
  private final long maxSharedBytes;

  private final Cache<Key, PaperState> states;
  private final Cache<Object, PaperSharedCache> shared;

  /** Of the shared caches: the application that is in a state. */
  private final Cache<Key, String> applications;

  PaperSender(ResponseForms.Bounds bounds) {
    this.sharesElements = bounds.sharedElements();
    this.maxChanged = bounds.maxChangedElements();
    this.maxSharedBytes = Math.max(1, bounds.maxBytes() / SHARED_CACHES / 2);
    this.states = PaperState.kept(bounds);
    this.shared =
        Caffeine.newBuilder()
            .maximumSize(SHARED_CACHES)
            .expireAfterAccess(bounds.maxIdle())
            .executor(Runnable::run)
            .build();
    this.applications =
        Caffeine.newBuilder()
            .maximumSize(Math.max(1, bounds.maxBytes() / ENTRY_BYTES))
            .expireAfterAccess(bounds.maxIdle())
            .executor(Runnable::run)
            .build();
  }

  @Override
  public ResponseForms.Body body(
      DifferentialOptions.Form form, Object caller, long state, long next, byte[] message) {
    Key before = new Key(caller, state);
    Key after = new Key(caller, next);
    return sharesElements && PaperForms.hasUpdates(form)
        ? shared(before, after, message)
        : own(before, after, form, message);
  }

  /**
   * With what is kept for this client alone: one state, which is taken out as another replaces it.
   */
  private ResponseForms.Body own(
      Key before, Key after, DifferentialOptions.Form form, byte[] message) {
    PaperState state = states.asMap().remove(before);
    PaperLink link =
        state != null && state.form() == form ? state.next() : PaperForms.newLink(form, maxChanged);
    byte[] body = link.encode(message);
    states.put(after, new PaperState(after.state(), form, link));
    return new ResponseForms.Body(body, state != null);
  }

  private ResponseForms.Body shared(Key before, Key after, byte[] message) {
    PaperSharedCache cache =
        shared.get(
            before.caller(),
            key -> new PaperSharedCache(maxSharedBytes, maxSharedBytes, maxChanged));
    String known = applications.asMap().remove(before); // so no other exchange goes on from there
    String application = known == null ? InstanceNames.text(after.state()) : known;
    byte[] body = cache.encode(application, message);
    applications.put(after, application);
    return new ResponseForms.Body(body, known != null);
  }

  @Override
  public long keptBytes() {
    long elements = 0;
    for (PaperSharedCache cache : shared.asMap().values()) {
      elements += cache.keptBytes();
    }
    return PaperState.keptBytes(states) + elements;
  }
}
