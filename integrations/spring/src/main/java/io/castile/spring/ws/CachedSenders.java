package io.castile.spring.ws;

import io.castile.cache.ResponseCache;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.ws.transport.WebServiceConnection;
import org.springframework.ws.transport.WebServiceMessageSender;

/**
 * Puts a response cache before message senders of Spring-WS: requests are answered from it, and
 * those that it has no answer to are sent. It stands behind all interceptors of a {@code
 * WebServiceTemplate}, so that it sees the whole message that would be sent; what the sender adds
 * (credentials of its HTTP client) belongs to the sender, and answers are not shared with other
 * senders unless the policy states {@code shared: true}.
 *
 * <pre>{@code
 * template.setMessageSender(CachedSenders.cached(new HttpUrlConnectionMessageSender(), cache));
 * }</pre>
 *
 * <p>An operation is the name of the first element in the body; the service has no name, so that
 * rules of the policy say {@code operation} or {@code endpoint}. Messages with attachments, and
 * calls by other transports than HTTP, go past the cache.
 */
public final class CachedSenders {
  private static final AtomicLong LAST = new AtomicLong();

  /** Keeps senders apart from those of other processes, with which the store may be shared. */
  private static final String PROCESS = UUID.randomUUID().toString();

  private CachedSenders() {}

  /**
   * Returns a sender with a cache before it, as thread-safe as the sender; the sender itself where
   * it has one already.
   *
   * @param sender sends what the cache does not answer
   * @param cache not closed with the sender
   */
  public static WebServiceMessageSender cached(
      WebServiceMessageSender sender, ResponseCache cache) {
    Objects.requireNonNull(cache, "cache");
    if (Proxy.isProxyClass(sender.getClass())
        && Proxy.getInvocationHandler(sender) instanceof Handler) {
      return sender;
    }
    return (WebServiceMessageSender)
        Proxy.newProxyInstance(
            CachedSenders.class.getClassLoader(),
            new Class<?>[] {WebServiceMessageSender.class},
            new Handler(sender, cache));
  }

  /** Is no sender itself, as Spring-WS 5 has methods of senders that Spring-WS 4 has not. */
  private static final class Handler implements InvocationHandler {
    private final WebServiceMessageSender sender;
    private final ResponseCache cache;
    private final String partition = "sender " + LAST.incrementAndGet() + " of " + PROCESS;

    Handler(WebServiceMessageSender sender, ResponseCache cache) {
      this.sender = sender;
      this.cache = cache;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      Object result;
      try {
        result = method.invoke(sender, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
      return result instanceof WebServiceConnection connection
          ? new CachingConnection(
              connection, (URI) Objects.requireNonNull(arguments)[0], cache, partition)
          : result;
    }
  }
}
