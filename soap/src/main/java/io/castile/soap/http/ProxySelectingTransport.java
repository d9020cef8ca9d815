package io.castile.soap.http;

import io.castile.soap.SoapTransportException;
import io.castile.soap.http.message.ErrorText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * HTTP by the proxies that a {@link ProxySelector} names for each address, which is asked at each
 * call. Of several the first that takes connections is used. Proxies of SOCKS are refused.
 *
 * <p>Thread-safe if the selector is.
 */
final class ProxySelectingTransport implements Transport {
  private final HttpOptions options;
  private final ProxySelector selector;

  /** The transports by their proxy. Selectors name a few. */
  private final Map<Way, HttpTransport> transports = new ConcurrentHashMap<>();

  /**
   * @param selector that of the options
   */
  ProxySelectingTransport(HttpOptions options, ProxySelector selector) {
    this.options = options;
    this.selector = Objects.requireNonNull(selector, "selector");
  }

  /**
   * How an address is reached.
   *
   * @param proxy null for directly
   */
  private record Way(HttpOptions.@Nullable Proxy proxy) {}

  @Override
  public Incoming send(Outgoing message) throws SoapTransportException {
    URI uri;
    List<Proxy> proxies;
    try {
      uri = URI.create(message.endpoint());
      proxies = selector.select(uri);
    } catch (IllegalArgumentException e) {
      throw SoapTransportException.unsent(
          "no proxy for " + ErrorText.address(message.endpoint()) + ": " + e.getMessage(), e);
    }
    SoapTransportException first = null;
    for (Proxy proxy : proxies.isEmpty() ? List.of(Proxy.NO_PROXY) : proxies) {
      try {
        return by(proxy, message).send(message);
      } catch (SoapTransportException e) {
        if (!(e.getCause() instanceof ConnectException failure)
            || proxy.type() == Proxy.Type.DIRECT) {
          throw e;
        }
        selector.connectFailed(uri, proxy.address(), (IOException) failure);
        first = first == null ? e : first;
      }
    }
    throw first;
  }

  private HttpTransport by(Proxy proxy, Outgoing message) throws SoapTransportException {
    if (proxy.type() == Proxy.Type.DIRECT) {
      return transport(new Way(null));
    }
    if (proxy.type() == Proxy.Type.HTTP && proxy.address() instanceof InetSocketAddress address) {
      return transport(
          new Way(new HttpOptions.Proxy(address.getHostString(), address.getPort(), null, null)));
    }
    throw SoapTransportException.unsent(
        "call to "
            + ErrorText.address(message.endpoint())
            + " not sent: expected an HTTP proxy of the selector, found "
            + proxy,
        null);
  }

  private HttpTransport transport(Way way) {
    HttpTransport known = transports.get(way);
    return known != null
        ? known
        : transports.computeIfAbsent(way, added -> new HttpTransport(options.by(added.proxy())));
  }

  @Override
  public @Nullable Duration callTimeout() {
    return options.callTimeout();
  }

  @Override
  public void close() {
    transports.values().forEach(HttpTransport::close);
  }
}
