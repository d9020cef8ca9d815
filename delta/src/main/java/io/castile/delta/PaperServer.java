package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.delta.format.Instance;
import io.castile.delta.format.Versions;
import io.castile.soap.Headers;
import io.castile.soap.SoapRequest;
import io.castile.soap.SoapResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers in the forms of the paper, with a cache for each client (§III) or one that they share
 * (§IV). A client is who names the state that only the last answer to it told. Thread-safe.
 */
final class PaperServer {
  private static final Logger log = LoggerFactory.getLogger(PaperServer.class);

  private static final Headers HEADERS =
      Headers.of(
          ContentHeaders.CODING,
          PaperField.CODING,
          LinkField.NAME,
          LinkField.requestDelta().value(),
          ContentHeaders.VARY,
          LinkField.NAME);

  /** How many shared caches there are: for each endpoint one for each identity. */
  private static final int SHARED_CACHES = 16;

  private static final int ENTRY_BYTES = 256;

  /** Senders with different identities never see the same state. */
  private record Key(String endpoint, String identity, long state) {}

  private record Sharing(String endpoint, String identity) {}

  private final boolean sharesElements;

  /** The bound of the elements in a shared cache, and that of the replies. */
  private final long maxSharedBytes;

  private final int maxMessageBytes;
  private final LinkCounters counters;
  private final Cache<Key, PaperState> states;
  private final Cache<Sharing, PaperSharedCache> shared;

  /** Of the shared caches: the application that is in a state. */
  private final Cache<Key, String> applications;

  PaperServer(DifferentialOptions options, LinkCounters counters) {
    this.sharesElements = options.sharedElements();
    this.maxSharedBytes = Math.max(1, options.maxBytes() / SHARED_CACHES / 2);
    this.maxMessageBytes = options.maxMessageBytes();
    this.counters = counters;
    this.states = PaperState.kept(options);
    this.shared =
        Caffeine.newBuilder()
            .maximumSize(SHARED_CACHES)
            .expireAfterAccess(options.maxIdle())
            .executor(Runnable::run)
            .build();
    this.applications =
        Caffeine.newBuilder()
            .maximumSize(Math.max(1, options.maxBytes() / ENTRY_BYTES))
            .expireAfterAccess(options.maxIdle())
            .executor(Runnable::run)
            .build();
  }

  /**
   * Returns the answer in the form that the client asks for.
   *
   * @param target the message; its version is that by which it can be fetched
   * @return null if the client asks for no form of the paper
   */
  SoapResponse sent(SoapRequest request, String identity, SoapResponse response, Instance target) {
    PaperField field = PaperField.of(request.headers().get(LinkField.RECEIVED_NAME));
    if (field == null || target.bytes().length > maxMessageBytes) {
      return null;
    }
    Key before = new Key(SenderIdentity.place(request), identity, field.state());
    Key after = new Key(SenderIdentity.place(request), identity, Versions.random());
    byte[] body;
    try {
      body =
          sharesElements && field.form().hasUpdates()
              ? shared(before, after, target)
              : own(before, after, field.form(), target);
    } catch (RuntimeException e) {
      // The answer must not be lost for that.
      log.warn("no answer in a form of the paper could be made, another one is sent", e);
      return null;
    }
    byte[] content = PaperContent.of(after.state(), target.version(), body);
    counters.coded(target.bytes().length, content.length);
    return response.withContent(content, ContentHeaders.beside(response, HEADERS));
  }

  /**
   * With what is kept for this client alone: one state, which is taken out as another replaces it.
   */
  private byte[] own(Key before, Key after, DifferentialForm form, Instance target) {
    PaperState state = states.asMap().remove(before);
    countUnknown(before, state);
    PaperLink link = state != null && state.form() == form ? state.next() : form.newLink();
    byte[] body = link.encode(target.bytes());
    states.put(after, new PaperState(after.state(), form, link));
    return body;
  }

  private byte[] shared(Key before, Key after, Instance target) {
    Sharing sharing = new Sharing(before.endpoint(), before.identity());
    PaperSharedCache cache =
        shared.get(sharing, key -> new PaperSharedCache(maxSharedBytes, maxSharedBytes));
    String known = applications.asMap().remove(before); // so nobody else goes on from there
    countUnknown(before, known);
    String application = known == null ? Versions.text(after.state()) : known;
    byte[] body = cache.encode(application, target.bytes());
    applications.put(after, application);
    return body;
  }

  long keptBytes() {
    long elements = 0;
    for (PaperSharedCache cache : shared.asMap().values()) {
      elements += cache.keptBytes();
    }
    return PaperState.keptBytes(states) + elements;
  }

  private void countUnknown(Key named, Object found) {
    if (named.state() != Instance.NO_VERSION && found == null) {
      counters.unknownBase();
    }
  }
}
