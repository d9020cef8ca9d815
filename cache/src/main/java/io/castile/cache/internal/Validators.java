package io.castile.cache.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.message.EntityTags;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The validators that a server adds to responses that its cache keeps, for the caches of clients: a
 * strong entity tag of the bytes, and their lifetime by its policy. Thread-safe.
 */
final class Validators {
  private static final int TAG_BYTES = 16;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** The known validators by the array, which is the same as long as a response is kept. */
  private final Cache<byte[], Told> known =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  private final LongSupplier nanos;

  /**
   * @param nanos monotonic time
   */
  public Validators(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * The validators of a message.
   *
   * @param bornNanos when it came from the service; meaningless unless {@code isDated}
   */
  private record Told(String tag, boolean isDated, long bornNanos) {}

  /**
   * Returns a response with the fields.
   *
   * @param message its bytes, which the cache keeps or was to keep
   * @param isNew whether the service has been asked for it now
   */
  public SoapResponse added(
      SoapResponse answer,
      byte[] message,
      boolean isNew,
      OperationPolicy policy,
      boolean isPrivate) {
    long now = nanos.getAsLong();
    Told told = known.get(message, bytes -> new Told(tag(bytes), isNew, now));
    Headers.Builder fields = Headers.builder();
    fields.set(EntityTags.FIELD, told.tag);
    long ttl = policy.ttl().map(each -> each.toSeconds()).orElse(0L);
    long age = (now - told.bornNanos) / NANOS_PER_SECOND;
    boolean isFresh =
        told.isDated && age < ttl && !CacheInterceptor.isStale(answer.status(), answer.headers());
    fields.set(
        "Cache-Control",
        (isPrivate ? "private, " : "") + (isFresh ? "max-age=" + (ttl - age) : "no-cache"));
    String varies =
        policy.vary().stream()
            .filter(vary -> vary.kind() == Vary.Kind.HTTP_HEADER)
            .map(Vary::name)
            .collect(Collectors.joining(", "));
    if (!varies.isEmpty()) {
      fields.set("Vary", varies);
    }
    return answer.withHeaders(fields.build());
  }

  private static String tag(byte[] message) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(message);
      return '"'
          + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, TAG_BYTES))
          + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
