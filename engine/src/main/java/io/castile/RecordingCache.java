package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import org.jspecify.annotations.Nullable;

/** The cache that builders make where they are given a policy, a recorder, or both. */
final class RecordingCache {
  private RecordingCache() {}

  /** Null where there is neither. */
  static @Nullable ResponseCache of(@Nullable CachePolicy policy, @Nullable CallRecorder recorder) {
    if (recorder == null) {
      return policy == null ? null : ResponseCache.of(policy);
    }
    return ResponseCache.builder()
        .policy(policy == null ? CachePolicy.NOTHING : policy)
        .recorder(recorder)
        .build();
  }
}
