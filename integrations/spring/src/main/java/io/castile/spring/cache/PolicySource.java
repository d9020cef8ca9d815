package io.castile.spring.cache;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/** Gives a cache the policy that a location names. */
public final class PolicySource {
  private final ResourceLoader resources;

  public PolicySource(ResourceLoader resources) {
    this.resources = resources;
  }

  /**
   * Sets the policy of a cache; a file is read again when it changes, anything else once.
   *
   * @param property that names the location, for messages
   * @throws PolicyException if it is no policy
   * @throws IllegalStateException if there is nothing at the location
   */
  public ResponseCache.Builder apply(
      ResponseCache.Builder cache, String property, String location) {
    Resource resource = resources.getResource(location);
    if (!resource.exists()) {
      throw new IllegalStateException(
          property + ": expected a cache policy at " + location + ", found nothing");
    }
    try {
      if (resource.isFile() && !location.startsWith(ResourceLoader.CLASSPATH_URL_PREFIX)) {
        return cache.policyFile(resource.getFile().toPath());
      }
      try (InputStream in = resource.getInputStream()) {
        return cache.policy(CachePolicy.parse(location, in.readAllBytes()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(property + ": " + location + " cannot be read", e);
    }
  }
}
