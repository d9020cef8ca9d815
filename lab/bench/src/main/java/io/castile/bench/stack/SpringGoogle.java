package io.castile.bench.stack;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.bench.data.Google;
import io.castile.bench.data.GoogleOperation;
import io.castile.demo.portal.GoogleSearchResult;
import java.time.Duration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Answers behind Spring's {@code @Cacheable} on Caffeine, as users cache them today: keys are what
 * Spring makes of all arguments, and callers share the answers.
 */
@Configuration
@EnableCaching
public class SpringGoogle {
  private static final int MAX_ANSWERS = 10_000;
  private static final Duration LIFETIME = Duration.ofHours(1);

  /** A container with a {@link Google} that keeps what another one answers; to be closed. */
  public static AnnotationConfigApplicationContext start(Google origin) {
    AnnotationConfigApplicationContext spring = new AnnotationConfigApplicationContext();
    spring.registerBean(Origin.class, () -> new Origin(origin));
    spring.register(SpringGoogle.class);
    spring.refresh();
    return spring;
  }

  /** A container with a {@link Google} that keeps answers made on the spot; to be closed. */
  public static AnnotationConfigApplicationContext start() {
    return start(new Answers());
  }

  /** The origin of answers that are not kept: no bean of the type that applications ask for. */
  private record Origin(Google google) {}

  /** What keeps the answers. */
  @Bean
  CacheManager cacheManager() {
    CaffeineCacheManager manager = new CaffeineCacheManager();
    manager.setCaffeine(Caffeine.newBuilder().maximumSize(MAX_ANSWERS).expireAfterWrite(LIFETIME));
    return manager;
  }

  /** What applications are given. */
  @Bean
  Google google(Origin origin) {
    return new Cached(origin.google());
  }

  /** What Spring keeps the answers of. */
  static class Cached implements Google {
    private final Google origin;

    Cached(Google origin) {
      this.origin = origin;
    }

    @Override
    @Cacheable("spelling")
    public String doSpellingSuggestion(String key, String phrase) {
      return origin.doSpellingSuggestion(key, phrase);
    }

    @Override
    @Cacheable("pages")
    public byte[] doGetCachedPage(String key, String url) {
      return origin.doGetCachedPage(key, url);
    }

    @Override
    @Cacheable("searches")
    public GoogleSearchResult doGoogleSearch(
        String key,
        String q,
        int start,
        int maxResults,
        boolean filter,
        String restrict,
        boolean safeSearch,
        String lr,
        String ie,
        String oe) {
      return origin.doGoogleSearch(
          key, q, start, maxResults, filter, restrict, safeSearch, lr, ie, oe);
    }
  }

  /** A new answer each time. */
  private static final class Answers implements Google {
    @Override
    public String doSpellingSuggestion(String key, String phrase) {
      return (String) GoogleOperation.SPELLING.answerTo(phrase);
    }

    @Override
    public byte[] doGetCachedPage(String key, String url) {
      return (byte[]) GoogleOperation.PAGE.answerTo(url);
    }

    @Override
    public GoogleSearchResult doGoogleSearch(
        String key,
        String q,
        int start,
        int maxResults,
        boolean filter,
        String restrict,
        boolean safeSearch,
        String lr,
        String ie,
        String oe) {
      return (GoogleSearchResult) GoogleOperation.SEARCH.answerTo(q);
    }
  }
}
