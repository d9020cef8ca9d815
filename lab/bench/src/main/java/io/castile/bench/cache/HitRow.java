package io.castile.bench.cache;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.data.Google;
import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.AtOnce;
import io.castile.bench.stack.FeaturedCxf;
import io.castile.bench.stack.LoopbackGoogle;
import io.castile.bench.stack.SpringGoogle;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.RepresentationKind;
import io.castile.demo.Peer;
import io.castile.demo.PortalService;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * The ways to have a kept answer as applications ask for it: the rows of the suite {@code hits}.
 */
enum HitRow {
  /** What is in the cache is given to all. */
  SPRING("Spring @Cacheable on Caffeine, by reference", null, true),
  CLIENT_REFERENCE("Castile's client, by reference", Place.CLIENT, true),
  CACHED_REFERENCE("Castile.cached before CXF, by reference", Place.CACHED, true),
  /** The limit of all that stands in that place: it asks no server. */
  CHAIN("an interceptor in CXF that answers at once", Place.CHAIN, true),
  FEATURE_REFERENCE("Castile's feature in CXF, by reference", Place.FEATURE, true),
  CLIENT_COPY("Castile's client, compiled copy", Place.CLIENT, false),
  CACHED_COPY("Castile.cached before CXF, compiled copy", Place.CACHED, false),
  FEATURE_COPY("Castile's feature in CXF, compiled copy", Place.FEATURE, false),
  /** CXF's own message, read by CXF. */
  FEATURE_MESSAGE("Castile's feature in CXF, XML message", RepresentationKind.XML_MESSAGE),
  /** The same without a parser. */
  FEATURE_EVENTS("Castile's feature in CXF, events", RepresentationKind.EVENTS);

  private static final String PATH = "/portal";

  /** Where Castile's cache is. */
  private enum Place {
    CLIENT,
    CACHED,
    FEATURE,
    /** Where the feature's is, though there is none. */
    CHAIN
  }

  private final String label;
  private final Place place; // null for Spring's
  private final boolean byReference;
  private final RepresentationKind kind; // where not by reference

  HitRow(String label, Place place, boolean byReference) {
    this(label, place, byReference, RepresentationKind.COMPILED_COPY);
  }

  HitRow(String label, RepresentationKind kind) {
    this(label, Place.FEATURE, false, kind);
  }

  HitRow(String label, Place place, boolean byReference, RepresentationKind kind) {
    this.label = label;
    this.place = place;
    this.byReference = byReference;
    this.kind = kind;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** Whether all callers get one object. */
  boolean isByReference() {
    return byReference;
  }

  /** Whether each hit reads a message or its events, so that texts are new ones, too. */
  boolean isRead() {
    return kind == RepresentationKind.XML_MESSAGE || kind == RepresentationKind.EVENTS;
  }

  /**
   * What is asked, and what is behind it.
   *
   * @param cache null without one of Castile's
   */
  record Open(Google google, ResponseCache cache, Deque<AutoCloseable> behind)
      implements AutoCloseable {
    @Override
    public void close() throws Exception {
      while (!behind.isEmpty()) {
        behind.pop().close();
      }
    }
  }

  /**
   * Opens it, with the service that answers the first time.
   *
   * @param operation what will be asked
   */
  Open open(GoogleOperation operation) throws Exception {
    Deque<AutoCloseable> behind = new ArrayDeque<>();
    if (place == null) {
      AnnotationConfigApplicationContext spring = SpringGoogle.start();
      behind.push(spring);
      return new Open(spring.getBean(Google.class), null, behind);
    }
    SoapServer server = Castile.server().publish(PATH, PortalService.standard()).start();
    behind.push(server);
    ResponseCache cache = ResponseCache.of(policy());
    behind.push(cache);
    LoopbackGoogle google = google(server.url(PATH), cache, operation);
    behind.push(google);
    return new Open(google, place == Place.CHAIN ? null : cache, behind);
  }

  private CachePolicy policy() {
    CacheRule.Builder rule = CacheRule.forOperations().cache(true).ttl(Duration.ofHours(1));
    if (byReference) {
      rule.readOnly(true);
    } else {
      rule.representation(kind);
    }
    return CachePolicy.builder().rule(rule.build()).build();
  }

  private LoopbackGoogle google(String url, ResponseCache cache, GoogleOperation operation) {
    return switch (place) {
      case CLIENT -> LoopbackGoogle.of(Peer.castileClient(url, cache));
      case CACHED -> {
        Peer.Calling client = Peer.cxfClient(url);
        yield new LoopbackGoogle(Castile.cached(client.portal(), cache), client);
      }
      case FEATURE -> FeaturedCxf.google(url, cache);
      case CHAIN -> FeaturedCxf.google(url, new AtOnce(operation.answer(0)));
    };
  }
}
