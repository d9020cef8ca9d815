package io.castile.spring;

import io.castile.cache.ResponseCache;

/**
 * A bean that has a say in the response cache that the application's ports share: its clock, its
 * threads, how long calls wait. Beans are called in their order, after the properties.
 */
@FunctionalInterface
public interface ResponseCacheCustomizer {
  /** Changes the cache that is being made; called once, when the first port needs it. */
  void customize(ResponseCache.Builder cache);
}
