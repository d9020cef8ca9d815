package io.castile.bench;

import com.github.benmanes.caffeine.cache.Caffeine;
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
class SpringGoogle {
  private static final int MAX_ANSWERS = 10_000;
  private static final Duration LIFETIME = Duration.ofHours(1);

  /** A container with such answers; the caller closes it. */
  static AnnotationConfigApplicationContext start() {
    return new AnnotationConfigApplicationContext(SpringGoogle.class);
  }

  /** What keeps the answers. */
  @Bean
  CacheManager cacheManager() {
    CaffeineCacheManager manager = new CaffeineCacheManager();
    manager.setCaffeine(Caffeine.newBuilder().maximumSize(MAX_ANSWERS).expireAfterWrite(LIFETIME));
    return manager;
  }

  /** What applications are given. */
  @Bean
  Google google() {
    return new Cached();
  }

  /** Without a cache in front of it, a new answer each time. */
  static class Cached implements Google {
    @Override
    @Cacheable("spelling")
    public String doSpellingSuggestion(String key, String phrase) {
      return (String) GoogleOperation.SPELLING.answerTo(phrase);
    }

    @Override
    @Cacheable("pages")
    public byte[] doGetCachedPage(String key, String url) {
      return (byte[]) GoogleOperation.PAGE.answerTo(url);
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
      return (GoogleSearchResult) GoogleOperation.SEARCH.answerTo(q);
    }
  }
}
