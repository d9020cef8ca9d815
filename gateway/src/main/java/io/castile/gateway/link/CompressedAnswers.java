package io.castile.gateway.link;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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

  /** By coding. Messages are told apart by their arrays, which the cache of answers keeps. */
  private final Map<String, Cache<byte[], byte[]>> known;

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

  private static Cache<byte[], byte[]> cache(long bytes) {
    return Caffeine.newBuilder()
        .weakKeys()
        .maximumWeight(bytes)
        .weigher((byte[] message, byte[] content) -> content.length)
        .executor(Runnable::run)
        .build();
  }

  /**
   * Returns a message in a coding if it is there already; else it is compressed for the next asker.
   *
   * @param coding one of {@link ContentCodings#available}
   */
  byte @Nullable [] find(byte[] message, String coding) {
    Cache<byte[], byte[]> ofCoding = known.get(coding);
    if (ofCoding == null) {
      throw new IllegalArgumentException("expected a coding that is available, found " + coding);
    }
    byte[] content = ofCoding.getIfPresent(message);
    if (content == null) {
      try {
        executor.execute(() -> ofCoding.put(message, ContentCodings.encoded(message, coding)));
      } catch (RejectedExecutionException e) {
        return null; // another time
      }
    }
    return content;
  }
}
