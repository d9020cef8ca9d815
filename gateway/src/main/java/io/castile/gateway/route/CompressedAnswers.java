package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.CacheEntry;
import io.castile.gateway.http.ContentCodings;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Kept answers in the codings in which clients want them, each compressed once. Bounded;
 * thread-safe.
 */
final class CompressedAnswers {
  private static final long MAX_BYTES = 64L << 20;

  private final Executor executor;

  /** The known contents by coding, and by the content of the entry that is compressed. */
  private final Map<String, Cache<Object, byte[]>> known;

  /**
   * @param executor compresses messages
   */
  CompressedAnswers(Executor executor) {
    this.executor = executor;
    long each = MAX_BYTES / ContentCodings.available().size();
    this.known =
        ContentCodings.available().stream()
            .collect(Collectors.toUnmodifiableMap(coding -> coding, coding -> cache(each)));
  }

  private static Cache<Object, byte[]> cache(long bytes) {
    return Caffeine.newBuilder()
        .weakKeys()
        .maximumWeight(bytes)
        .weigher((Object identity, byte[] content) -> content.length)
        .executor(Runnable::run)
        .build();
  }

  /**
   * Returns a message in a coding if it is there already; else it is compressed for the next asker.
   *
   * @param entry has the message
   * @param body of the entry
   * @param coding one of {@link ContentCodings#available}
   */
  byte @Nullable [] find(CacheEntry entry, Answer.Body body, String coding) {
    Cache<Object, byte[]> ofCoding = known.get(coding);
    if (ofCoding == null) {
      throw new IllegalArgumentException(
          "Cannot use content coding " + coding + ", because it is not available.");
    }
    Object identity = entry.identity();
    byte[] content = ofCoding.getIfPresent(identity);
    if (content == null) {
      try {
        executor.execute(() -> compress(ofCoding, identity, body, coding));
      } catch (RejectedExecutionException e) {
        return null; // another time
      }
    }
    return content;
  }

  private static void compress(
      Cache<Object, byte[]> known, Object identity, Answer.Body body, String coding) {
    byte[] message = body.bytes();
    if (message != null) {
      known.put(identity, ContentCodings.encoded(message, coding));
    }
  }
}
