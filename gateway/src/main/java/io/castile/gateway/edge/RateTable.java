package io.castile.gateway.edge;

import io.castile.gateway.config.RateLimit;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of keys, in bounded memory. A bucket leaves the table only when it is as a new one
 * is, so that no flood of keys frees another key from its limit. Keys for which there is no room
 * share buckets with each other until there is. Thread-safe.
 */
final class RateTable {
  /** How many keys have a bucket of their own. */
  static final int MOST_KEYS = 65_536;

  private static final int SEGMENTS = 16;
  private static final int SHARED = 256;

  /** How many of those that were used longest ago are looked at for one that is unused. */
  private static final int LOOKED_AT = 4;

  private final RateLimit limit;
  private final int mostInSegment;
  private final Segment[] segments = new Segment[SEGMENTS];
  private final RateBucket[] shared = new RateBucket[SHARED];

  /** Buckets by the time of their last use. A bucket is counted in under the segment's lock. */
  private static final class Segment {
    final Map<RequestKey, RateBucket> buckets = new LinkedHashMap<>(16, 0.75f, true);
  }

  RateTable(RateLimit limit) {
    this(limit, MOST_KEYS);
  }

  /**
   * @param mostKeys a multiple of 16
   */
  RateTable(RateLimit limit, int mostKeys) {
    this.limit = limit;
    this.mostInSegment = mostKeys / SEGMENTS;
    for (int i = 0; i < SEGMENTS; i++) {
      segments[i] = new Segment();
    }
    for (int i = 0; i < SHARED; i++) {
      shared[i] = new RateBucket(limit);
    }
  }

  static @Nullable RateTable of(@Nullable RateLimit limit) {
    return limit == null ? null : new RateTable(limit);
  }

  /**
   * Counts a request in.
   *
   * @param now in nanoseconds, 0 or more, by a clock that does not go back
   * @param admission has the bucket afterwards if it was
   * @return as {@link RateBucket#take} does
   */
  long take(RequestKey key, long now, Admission admission) {
    Segment segment = segments[key.spread(SEGMENTS)];
    synchronized (segment) {
      RateBucket bucket = segment.buckets.get(key);
      if (bucket == null) {
        removeUnused(segment.buckets, now);
        if (segment.buckets.size() < mostInSegment) {
          bucket = new RateBucket(limit);
          segment.buckets.put(key, bucket);
        } else {
          bucket = shared[key.spread(SHARED)];
        }
      }
      return admission.take(bucket, now);
    }
  }

  /** Removes up to as many as are looked at, so that a table shrinks as others come. */
  private static void removeUnused(Map<RequestKey, RateBucket> buckets, long now) {
    Iterator<RateBucket> eldest = buckets.values().iterator();
    for (int i = 0; i < LOOKED_AT && eldest.hasNext(); i++) {
      if (eldest.next().isUnused(now)) {
        eldest.remove();
      }
    }
  }

  /** Returns how many keys have a bucket of their own. */
  int size() {
    int sum = 0;
    for (Segment each : segments) {
      synchronized (each) {
        sum += each.buckets.size();
      }
    }
    return sum;
  }
}
