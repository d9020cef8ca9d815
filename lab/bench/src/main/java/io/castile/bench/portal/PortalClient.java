package io.castile.bench.portal;

import io.castile.Castile;
import io.castile.bench.data.Google;
import io.castile.bench.stack.FeaturedCxf;
import io.castile.bench.stack.LoopbackGoogle;
import io.castile.bench.stack.SpringGoogle;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.RepresentationKind;
import io.castile.demo.Peer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** The clients by which a portal may ask its search service: the rows of the suite. */
public enum PortalClient {
  CXF("Apache CXF"),
  /** By the feature, which sees CXF's own message; most others stand before the port. */
  CXF_XML_MESSAGE("Apache CXF, cached: XML message", RepresentationKind.XML_MESSAGE),
  /** By the feature, too. */
  CXF_EVENTS("Apache CXF, cached: events", RepresentationKind.EVENTS),
  CXF_CODEC_MESSAGE(
      "Apache CXF, cached: XML message, by Castile's codec", RepresentationKind.XML_MESSAGE),
  CXF_TAGS_AND_TEXTS(
      "Apache CXF, cached: recorded tags and texts", RepresentationKind.TAGS_AND_TEXTS),
  CXF_SERIALIZATION("Apache CXF, cached: Java serialization", RepresentationKind.SERIALIZATION),
  CXF_REFLECTION_COPY("Apache CXF, cached: copy by reflection", RepresentationKind.REFLECTION_COPY),
  CXF_CLONE("Apache CXF, cached: copy by clone", RepresentationKind.CLONE),
  CXF_REFERENCE("Apache CXF, cached: pass by reference", RepresentationKind.REFERENCE),
  /** Which is a copy by compiled code. */
  CXF_AUTOMATIC("Apache CXF, cached: automatic", RepresentationKind.AUTOMATIC),
  CXF_SPRING("Apache CXF, Spring @Cacheable on Caffeine"),
  METRO("Metro"),
  METRO_CACHED("Metro, cached", RepresentationKind.AUTOMATIC),
  CASTILE("Castile"),
  CASTILE_CACHED("Castile, cached", RepresentationKind.AUTOMATIC);

  private final String label;
  private final RepresentationKind kept; // null without a response cache of Castile's

  PortalClient(String label) {
    this(label, null);
  }

  PortalClient(String label, RepresentationKind kept) {
    this.label = label;
    this.kept = kept;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** What it is called where it is chosen: {@code cxf-xml-message}. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether anything keeps its answers. */
  boolean isCached() {
    return kept != null || this == CXF_SPRING;
  }

  /** The client of the same stack that keeps nothing. */
  PortalClient withoutCache() {
    return switch (this) {
      case METRO, METRO_CACHED -> METRO;
      case CASTILE, CASTILE_CACHED -> CASTILE;
      default -> CXF;
    };
  }

  /** The words for all of them. */
  public static List<String> words() {
    return Stream.of(values()).map(PortalClient::word).toList();
  }

  /**
   * The client that a word is for.
   *
   * @throws IllegalArgumentException if it is for none
   */
  public static PortalClient of(String word) {
    return Stream.of(values())
        .filter(client -> client.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no client is named '" + word + "'; there are " + words()));
  }

  /**
   * An open client.
   *
   * @param cache null where it has none of Castile's
   * @param stop closes it
   */
  record Open(Google google, ResponseCache cache, AutoCloseable stop) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      stop.close();
    }
  }

  /** Opens the client of a service; it may be used by many threads at once. */
  Open open(String url) {
    return switch (this) {
      case CXF -> plain(Peer.cxfClient(url));
      case METRO -> plain(Peer.metroClient(url));
      case CASTILE -> plain(Peer.castileClient(url));
      case METRO_CACHED -> cached(Peer.metroClient(url));
      case CASTILE_CACHED -> {
        ResponseCache cache = ResponseCache.of(policy());
        LoopbackGoogle google = LoopbackGoogle.of(Peer.castileClient(url, cache));
        yield new Open(google, cache, both(google, cache));
      }
      case CXF_SPRING -> {
        LoopbackGoogle google = LoopbackGoogle.of(Peer.cxfClient(url));
        AnnotationConfigApplicationContext spring = SpringGoogle.start(google);
        yield new Open(spring.getBean(Google.class), null, both(spring, google));
      }
      case CXF_XML_MESSAGE, CXF_EVENTS -> featured(url);
      default -> cached(Peer.cxfClient(url));
    };
  }

  private static Open plain(Peer.Calling client) {
    LoopbackGoogle google = LoopbackGoogle.of(client);
    return new Open(google, null, google);
  }

  /** The one line before a port of another stack. */
  private Open cached(Peer.Calling client) {
    ResponseCache cache = ResponseCache.of(policy());
    LoopbackGoogle google =
        new LoopbackGoogle(Castile.cached(client.portal(), cache), both(client, cache));
    return new Open(google, cache, google);
  }

  /** The feature in CXF's own chain. */
  private Open featured(String url) {
    ResponseCache cache = ResponseCache.of(policy());
    LoopbackGoogle google = FeaturedCxf.google(url, cache);
    return new Open(google, cache, both(google, cache));
  }

  private CachePolicy policy() {
    CacheRule.Builder rule =
        CacheRule.forOperations("doGoogleSearch").cache(true).ttl(Duration.ofHours(1));
    if (kept == RepresentationKind.REFERENCE) {
      rule.readOnly(true); // Pages are made of what is returned, which is not changed.
    } else {
      rule.representation(kept);
    }
    return CachePolicy.builder().rule(rule.build()).build();
  }

  private static AutoCloseable both(AutoCloseable first, AutoCloseable second) {
    return () -> {
      try (second) {
        first.close();
      }
    };
  }
}
