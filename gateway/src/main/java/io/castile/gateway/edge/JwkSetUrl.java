package io.castile.gateway.edge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys at an address, which is asked again now and then, and when a token names a key that is
 * not known. While it gives none, the last ones stay. Thread-safe; nothing of it blocks.
 */
final class JwkSetUrl implements KeySource {
  private static final Logger log = LoggerFactory.getLogger(JwkSetUrl.class);

  /** How long keys are taken for those that hold. */
  static final Duration REFRESH = Duration.ofMinutes(5);

  /** After a failure. */
  static final Duration RETRY = Duration.ofSeconds(5);

  /** Between two times that it is asked because of a token: clients can make up any number. */
  static final Duration PAUSE = Duration.ofSeconds(30);

  private final URI url;
  private final Supplier<CompletableFuture<byte[]>> fetch;
  private final LongSupplier nanos;
  private volatile @Nullable JwkSetKeys keys; // null before the first ones have come
  private @Nullable CompletableFuture<Void> underWay; // null while it is not asked
  private long due; // when it is asked next, in nanoseconds
  private long free; // from when on a token may have it asked, in nanoseconds
  private boolean isFailing;

  /** Asks for the keys at once. */
  JwkSetUrl(URI url) {
    this(url, () -> JwkSetFetch.fetch(url), System::nanoTime);
  }

  /**
   * @param fetch begins to ask, without blocking
   * @param nanos the clock
   */
  JwkSetUrl(URI url, Supplier<CompletableFuture<byte[]>> fetch, LongSupplier nanos) {
    this.url = url;
    this.fetch = fetch;
    this.nanos = nanos;
    this.due = nanos.getAsLong();
    this.free = due;
    look();
  }

  URI url() {
    return url;
  }

  @Override
  public @Nullable JwkSetKeys keys() {
    return keys;
  }

  @Override
  public synchronized void look() {
    if (underWay == null && nanos.getAsLong() - due >= 0) {
      ask();
    }
  }

  @Override
  public synchronized CompletableFuture<Void> newer() {
    if (underWay != null) {
      return underWay;
    }
    long now = nanos.getAsLong();
    if (keys == null || now - free < 0) { // it is asked soon anyway, or was not long ago
      return CompletableFuture.completedFuture(null);
    }
    free = now + PAUSE.toNanos();
    return ask();
  }

  /** Asks for the keys; under the lock. */
  private CompletableFuture<Void> ask() {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    underWay = ended;
    CompletableFuture<byte[]> coming;
    try {
      coming = fetch.get();
    } catch (RuntimeException | Error e) { // else it would be under way for ever
      coming = CompletableFuture.failedFuture(e);
    }
    coming.whenComplete((json, thrown) -> came(json, thrown, ended));
    return ended;
  }

  private void came(
      byte @Nullable [] json, @Nullable Throwable thrown, CompletableFuture<Void> ended) {
    Duration pause = RETRY;
    try {
      if (json == null) {
        throw new IOException(why(thrown), thrown);
      }
      hold(JwkSetKeys.parse(json));
      pause = REFRESH;
    } catch (Throwable e) { // whatever it is, it is asked again
      failed(why(e));
    } finally {
      synchronized (this) {
        due = nanos.getAsLong() + pause.toNanos();
        underWay = null;
      }
      ended.complete(null);
    }
  }

  private synchronized void hold(JwkSetKeys found) {
    if (!found.isSame(keys)) { // others would have all tokens checked again
      log.info("the keys of tokens are those of {} now", url);
      keys = found;
    } else if (isFailing) {
      log.info("{} gives the keys of tokens again", url);
    }
    isFailing = false;
  }

  private static String why(@Nullable Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    return cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
  }

  private synchronized void failed(String why) {
    if (!isFailing) {
      log.warn("the keys of tokens stay as they were, as {} gives none: {}", url, why);
    }
    isFailing = true;
  }

  /**
   * Asks addresses for JWK sets, with a client of its own, which follows no redirection. Answers
   * are bounded in size and time. Thread-safe.
   */
  static final class JwkSetFetch {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration WHOLE = Duration.ofSeconds(10);

    private static @Nullable HttpClient
        made; // null before an address is asked; guarded by the class

    private JwkSetFetch() {}

    /**
     * Makes the client, the first time; throws where that fails, as by certificates that cannot be
     * read, and tries again the next time.
     */
    private static synchronized HttpClient client() {
      HttpClient client = made;
      if (client == null) {
        client =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        made = client;
      }
      return client;
    }

    /** Asks an address; the result fails where there is no answer with status 200 in time. */
    static CompletableFuture<byte[]> fetch(URI url) {
      return fetch(url, WHOLE);
    }

    /**
     * @param atMost how long all of it may take
     */
    static CompletableFuture<byte[]> fetch(URI url, Duration atMost) {
      HttpRequest request =
          HttpRequest.newBuilder(url)
              .timeout(atMost)
              .setHeader("Accept", "application/jwk-set+json, application/json")
              .build();
      CompletableFuture<HttpResponse<byte[]>> coming =
          client().sendAsync(request, JwkSetFetch::content);
      CompletableFuture<byte[]> whole = coming.thenApply(HttpResponse::body);
      return whole
          .orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS)
          .whenComplete((json, thrown) -> coming.cancel(true)); // nothing, once it has come
    }

    private static HttpResponse.BodySubscriber<byte[]> content(HttpResponse.ResponseInfo head) {
      if (head.statusCode() == 200) {
        return new BoundedContent(JwkSetKeys.MOST_BYTES);
      }
      return BodySubscribers.mapping(
          BodySubscribers.discarding(),
          nothing -> {
            throw new IllegalStateException("expected status 200 but found " + head.statusCode());
          });
    }
  }

  /** Gathers the content of a response, which fails where it has too many bytes. */
  private static final class BoundedContent implements BodySubscriber<byte[]> {
    private final int maxBytes;
    private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    BoundedContent(int maxBytes) {
      this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
      subscription = given;
      given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        if (gathered.size() + (long) buffer.remaining() > maxBytes) {
          if (subscription != null) {
            subscription.cancel();
          }
          whole.completeExceptionally(
              new IOException("expected a content of at most " + maxBytes + " bytes, found more"));
          return;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        gathered.writeBytes(bytes);
      }
    }

    @Override
    public void onError(Throwable failure) {
      whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      whole.complete(gathered.toByteArray());
    }
  }
}
