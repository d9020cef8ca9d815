package io.castile.cache.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.Bytes;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of reading whole requests, so that a repeated one need not be read (the total caching
 * of Devaram and Andresen, in the server). Bounded; thread-safe.
 */
final class SeenRequests {
  private static final long MAX_BYTES = 8L << 20;

  /** Larger requests are read each time. */
  private static final int MAX_REQUEST_BYTES = 64 << 10;

  private final Cache<Raw, Seen> requests =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .weigher(SeenRequests::weight)
          .executor(Runnable::run)
          .build();

  /**
   * Whether a request of a length has ever been remembered: others need not be hashed. Read without
   * a lock; a thread that misses what another thread has just noted reads the request once more.
   */
  private final boolean[] lengths = new boolean[MAX_REQUEST_BYTES + 1];

  /**
   * Everything of a request that decides how it is read.
   *
   * @param sender as the transport or an interceptor has authenticated it; null if unknown
   */
  private record Raw(
      Bytes message,
      @Nullable String charset,
      String action,
      String endpoint,
      @Nullable SoapVersion announced,
      String target,
      @Nullable String fields,
      @Nullable String sender) {}

  private static int weight(Raw raw, Seen seen) {
    return (int) Math.min(Integer.MAX_VALUE, 300 + raw.message.size() + seen.key.weight());
  }

  /** The result of reading a request. */
  public static final class Seen {
    private final OperationCache operation;
    private final SoapVersion version;
    private final List<HeaderBlock> blocks;
    private final CacheKey key;

    private Seen(
        OperationCache operation, SoapVersion version, List<HeaderBlock> blocks, CacheKey key) {
      this.operation = operation;
      this.version = version;
      this.blocks = blocks;
      this.key = key;
    }

    public OperationModel operation() {
      return operation.cachedOperation.operation();
    }

    SoapVersion version() {
      return version;
    }

    List<HeaderBlock> blocks() {
      return blocks;
    }

    /** The key under that policy; null if it was another one. */
    @Nullable CacheKey key(OperationCache current) {
      return current == operation ? key : null;
    }
  }

  /** Returns the result for the same request; null for one that is not known. */
  public @Nullable Seen find(SoapRequest request) {
    byte[] bytes = bytes(request);
    return bytes == null || !lengths[bytes.length]
        ? null
        : requests.getIfPresent(raw(request, bytes));
  }

  /**
   * Remembers a request, unless its key depends on more than its message.
   *
   * @param key immutable
   */
  void remember(
      SoapRequest request, OperationCache operation, List<HeaderBlock> blocks, CacheKey key) {
    byte[] bytes = operation.policy.variesByHttp() ? null : bytes(request);
    if (bytes != null) {
      requests.put(raw(request, bytes), new Seen(operation, request.version(), blocks, key));
      lengths[bytes.length] = true;
    }
  }

  /** The bytes of a request; null if it has none, or too many. */
  private static byte @Nullable [] bytes(SoapRequest request) {
    return Messages.body(request) instanceof MessageBody.Bytes message
            && message.bytes().length <= MAX_REQUEST_BYTES
        ? message.bytes()
        : null;
  }

  private static Raw raw(SoapRequest request, byte[] bytes) {
    return new Raw(
        new Bytes(bytes),
        request.charset(),
        request.action(),
        request.endpoint(),
        request.announcedVersion(),
        request.target(),
        RequestAttributes.of(request.headers()).keyedFields(List.of()),
        request.principal() == null ? null : request.principal().getName());
  }
}
