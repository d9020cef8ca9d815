package io.castile.cache;

import io.castile.soap.Headers;
import java.time.Duration;
import java.time.Instant;

/**
 * A response that is kept, as its {@link CacheStore} sees it. Castile makes all entries: {@link
 * EntryBytes} turns them into bytes and back. Thread-safe; equal only to itself.
 */
public interface CacheEntry {
  /**
   * Returns an object that identifies the content: an entry that was validated has the object of
   * the entry before. Caches of what is made of the content use it as their key.
   */
  Object identity();

  /** Returns the header fields that are kept, by name in lower case. */
  Headers fields();

  /** Returns how old the response is: the field Age of RFC 9111 §5.1; not negative. */
  Duration age(Instant now);

  /** Returns how long the origin took for the response, in nanoseconds. */
  long fetchNanos();

  /** Returns when the response came, by the clock of the cache. */
  Instant answeredAt();

  /**
   * Returns until when the response is fresh if the request does not say otherwise, in milliseconds
   * since the epoch by the clock of the cache.
   */
  long freshUntilMillis();

  /**
   * Returns from when on the response can be of no use, as it is stale, may not be given stale, and
   * cannot be validated; {@link Instant#MAX} for never. For stores that let entries expire.
   */
  Instant uselessFrom();

  /** Returns the bytes of memory that this takes, about. */
  long weight();
}
