package io.castile.soap.http;

import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The options of HTTP for a client: time limits, proxy, TLS, connections that are kept, and the
 * size of a response. Immutable; thread-safe, if the factory of TLS sockets and the selector of
 * proxies are.
 *
 * <pre>{@code
 * HttpOptions options =
 *     HttpOptions.builder().connectTimeout(Duration.ofSeconds(2)).proxy("proxy", 3128).build();
 * }</pre>
 */
public final class HttpOptions {
  /** The default of {@link Builder#connectTimeout}: 10 seconds. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** The default of {@link Builder#readTimeout}: 60 seconds. */
  public static final Duration DEFAULT_READ_TIMEOUT = Duration.ofSeconds(60);

  /** The default of {@link Builder#idleTimeout}: 30 seconds. */
  public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(30);

  /** The default of {@link Builder#maxIdleConnections}: {@value} connections. */
  public static final int DEFAULT_MAX_IDLE_CONNECTIONS = 16;

  /** The default of {@link Builder#maxResponseBytes}: 256 MiB. */
  public static final int DEFAULT_MAX_RESPONSE_BYTES = 256 << 20;

  /** The defaults: no limit for a whole call, no proxy, TLS as the platform has it. */
  public static final HttpOptions DEFAULT = builder().build();

  private final Duration connectTimeout;
  private final Duration readTimeout;
  private final @Nullable Duration callTimeout; // null for no limit
  private final Duration idleTimeout;
  private final int maxIdleConnections;
  private final int maxResponseBytes; // 0 for not set
  private final @Nullable SSLSocketFactory
      factory; // null for the platform's, or that of the stores
  private final KeyStores keyStores; // never changed any more
  private final @Nullable SSLSocketFactory tls; // null for the platform's
  private final @Nullable Proxy proxy; // null for none
  private final @Nullable ProxySelector proxySelector; // null for none

  private HttpOptions(Builder builder) {
    this.connectTimeout = builder.connectTimeout;
    this.readTimeout = builder.readTimeout;
    this.callTimeout = builder.callTimeout;
    this.idleTimeout = builder.idleTimeout;
    this.maxIdleConnections = builder.maxIdleConnections;
    this.maxResponseBytes = builder.maxResponseBytes;
    this.factory = builder.factory;
    this.keyStores = builder.keyStores.copy();
    this.proxy = builder.proxy;
    this.proxySelector = builder.proxySelector;
    if (factory != null && !keyStores.isEmpty()) {
      throw new IllegalStateException(
          "Cannot use tls(factory) and trust or keys, because the factory has to bring both"
              + " itself. Remove one of them.");
    }
    if (proxy != null && proxySelector != null) {
      throw new IllegalStateException(
          "Cannot use a proxy and a selector of proxies, because each names the way of a call."
              + " Remove one of them.");
    }
    this.tls = keyStores.isEmpty() ? factory : builder.factoryOfStores();
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.connectTimeout = connectTimeout;
    builder.readTimeout = readTimeout;
    builder.callTimeout = callTimeout;
    builder.idleTimeout = idleTimeout;
    builder.maxIdleConnections = maxIdleConnections;
    builder.maxResponseBytes = maxResponseBytes;
    builder.factory = factory;
    builder.keyStores = keyStores.copy();
    builder.made = keyStores.isEmpty() ? null : tls;
    builder.proxy = proxy;
    builder.proxySelector = proxySelector;
    return builder;
  }

  /** Returns how long connecting may take, with TLS and proxy. */
  public Duration connectTimeout() {
    return connectTimeout;
  }

  /** Returns how long the other side may be silent. */
  public Duration readTimeout() {
    return readTimeout;
  }

  /** Returns how long a whole call may take; null for no limit. */
  public @Nullable Duration callTimeout() {
    return callTimeout;
  }

  /** Returns the time after which an unused connection is not used again. */
  public Duration idleTimeout() {
    return idleTimeout;
  }

  /** Returns the most unused connections that are kept for each host. */
  public int maxIdleConnections() {
    return maxIdleConnections;
  }

  /** Returns the most bytes of a response's content. */
  public int maxResponseBytes() {
    return maxResponseBytes == 0 ? DEFAULT_MAX_RESPONSE_BYTES : maxResponseBytes;
  }

  /**
   * Returns the most bytes of a response's content.
   *
   * @param most returned where {@link Builder#maxResponseBytes} has not been called
   */
  public int maxResponseBytes(int most) {
    return maxResponseBytes == 0 ? most : maxResponseBytes;
  }

  /** Returns the factory of TLS sockets; null for the platform's. */
  public @Nullable SSLSocketFactory tls() {
    return tls;
  }

  /**
   * Whether a service may see a certificate of this client: there are {@link Builder#keys}, or a
   * {@link Builder#tls factory}, which may have some.
   */
  public boolean mayShowCertificate() {
    return factory != null || keyStores.hasKeys();
  }

  /** Returns the HTTP proxy; null for none. */
  public @Nullable Proxy proxy() {
    return proxy;
  }

  /** Returns the selector of proxies; null for none. */
  public @Nullable ProxySelector proxySelector() {
    return proxySelector;
  }

  /** Returns a copy for one of the proxies that the selector names; null for directly. */
  HttpOptions by(@Nullable Proxy selected) {
    Builder builder = toBuilder();
    builder.proxySelector = null;
    return builder.proxy(selected).build();
  }

  /**
   * Returns a time that sockets can wait.
   *
   * @param name the name of the option, for the message
   * @throws IllegalArgumentException if it is not positive, or longer than 2147483647 ms
   */
  public static Duration positive(Duration value, String name) {
    Objects.requireNonNull(value, name);
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
    if (value.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException(name + " > " + Integer.MAX_VALUE + " ms: " + value);
    }
    return value;
  }

  /**
   * Builds options. Each time limit is positive, and at most 2147483647 ms: setters throw an {@link
   * IllegalArgumentException} for another one. Not thread-safe.
   */
  public static final class Builder {
    private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    private Duration readTimeout = DEFAULT_READ_TIMEOUT;
    private @Nullable Duration callTimeout; // null for no limit
    private Duration idleTimeout = DEFAULT_IDLE_TIMEOUT;
    private int maxIdleConnections = DEFAULT_MAX_IDLE_CONNECTIONS;
    private int maxResponseBytes; // 0 for not set
    private @Nullable SSLSocketFactory factory; // null for the platform's
    private KeyStores keyStores = new KeyStores();
    private @Nullable SSLSocketFactory made; // of the key stores; null before that
    private @Nullable Proxy proxy; // null for none
    private @Nullable ProxySelector proxySelector; // null for none

    private Builder() {}

    /** Clients with the same factory share connections, so that options keep it while they can. */
    private SSLSocketFactory factoryOfStores() {
      SSLSocketFactory known = made == null ? keyStores.factory() : made;
      made = known;
      return known;
    }

    /**
     * Sets how long connecting may take, with TLS and proxy; {@link #DEFAULT_CONNECT_TIMEOUT} by
     * default.
     */
    public Builder connectTimeout(Duration timeout) {
      this.connectTimeout = positive(timeout, "connectTimeout");
      return this;
    }

    /**
     * Sets how long the service may be silent while a response is awaited, or take nothing of a
     * request; {@link #DEFAULT_READ_TIMEOUT} by default.
     */
    public Builder readTimeout(Duration timeout) {
      this.readTimeout = positive(timeout, "readTimeout");
      return this;
    }

    /**
     * Sets how long a whole call may take on its connection, from connecting to the end of the
     * response, however it trickles; no limit by default. For one call, set {@code
     * io.castile.Castile.CALL_TIMEOUT} in the request context. Looking up the host's address
     * counts, but is not cut short.
     */
    public Builder callTimeout(Duration timeout) {
      this.callTimeout = positive(Objects.requireNonNull(timeout, "timeout"), "callTimeout");
      return this;
    }

    /**
     * Sets the time after which an unused connection is not used again; {@link
     * #DEFAULT_IDLE_TIMEOUT} by default.
     */
    public Builder idleTimeout(Duration timeout) {
      this.idleTimeout = positive(timeout, "idleTimeout");
      return this;
    }

    /**
     * Sets the most unused connections that are kept for each host; {@link
     * #DEFAULT_MAX_IDLE_CONNECTIONS} by default.
     *
     * @param connections not negative
     */
    public Builder maxIdleConnections(int connections) {
      if (connections < 0) {
        throw new IllegalArgumentException("maxIdleConnections < 0: " + connections);
      }
      this.maxIdleConnections = connections;
      return this;
    }

    /**
     * Sets the most bytes of a response's content. By default a client of {@code
     * io.castile.Castile} takes as many as its limits of messages say ({@link
     * io.castile.xml.XmlLimits#maxBytes}), and a transport of its own {@link
     * #DEFAULT_MAX_RESPONSE_BYTES}.
     *
     * @param bytes positive
     */
    public Builder maxResponseBytes(int bytes) {
      if (bytes <= 0) {
        throw new IllegalArgumentException("maxResponseBytes <= 0: " + bytes);
      }
      this.maxResponseBytes = bytes;
      return this;
    }

    /**
     * Sets the factory of TLS connections; that of the platform by default. As it may show a
     * certificate of this client, responses are then cached only where the policy states {@code
     * shared: true}. Excludes {@link #trust} and {@link #keys}.
     */
    public Builder tls(SSLSocketFactory factory) {
      this.factory = Objects.requireNonNull(factory, "factory");
      return this;
    }

    /**
     * Trusts the certificates in a key store, and those signed by them, in place of those that the
     * platform trusts. Excludes {@link #tls}.
     *
     * @throws IllegalArgumentException if there is no certificate in it
     */
    public Builder trust(KeyStore store) {
      keyStores.trust(Objects.requireNonNull(store, "store"));
      made = null;
      return this;
    }

    /**
     * Shows a certificate of this client to services that ask for one. Responses are then cached
     * only where the policy states {@code shared: true}. Excludes {@link #tls}.
     *
     * @param store with a private key and its certificates
     * @param password of the key; not kept
     * @throws IllegalArgumentException if there is no key in it, or the password is not its own
     */
    public Builder keys(KeyStore store, char[] password) {
      keyStores.keys(
          Objects.requireNonNull(store, "store"), Objects.requireNonNull(password, "password"));
      made = null;
      return this;
    }

    /**
     * Sends all calls by an HTTP proxy; by default by none, whatever the properties of the system
     * say.
     *
     * @param host a name or address, without scheme and port
     * @param port from 1 to 65535
     */
    public Builder proxy(String host, int port) {
      return proxy(new Proxy(host, port, null, null));
    }

    /** Like {@link #proxy(String, int)}, with Basic authentication to the proxy. */
    public Builder proxy(String host, int port, String user, String password) {
      return proxy(
          new Proxy(
              host,
              port,
              Objects.requireNonNull(user, "user"),
              Objects.requireNonNull(password, "password")));
    }

    /**
     * Sends all calls by an HTTP proxy.
     *
     * @param proxy null for none
     */
    public Builder proxy(@Nullable Proxy proxy) {
      this.proxy = proxy;
      return this;
    }

    /**
     * Sends calls by the proxies that a selector names for each address; {@link
     * ProxySelector#getDefault} is that of the system ({@code http.proxyHost}, {@code
     * https.proxyHost}, {@code java.net.useSystemProxies}). Excludes a single proxy. Proxies of
     * SOCKS are refused.
     */
    public Builder proxySelector(ProxySelector selector) {
      this.proxySelector = Objects.requireNonNull(selector, "selector");
      return this;
    }

    /**
     * Returns the options.
     *
     * @throws IllegalStateException if options exclude each other
     */
    public HttpOptions build() {
      return new HttpOptions(this);
    }
  }

  /**
   * An HTTP proxy: plain requests go through it in absolute form (RFC 9112 §3.2.2), those over TLS
   * in a tunnel (RFC 9110 §9.3.6), so that it sees nothing of them.
   *
   * @param host its host
   * @param port its port, from 1 to 65535
   * @param user for Basic authentication (RFC 7617), without a colon; null for none
   * @param password null for none
   */
  public record Proxy(String host, int port, @Nullable String user, @Nullable String password) {

    public Proxy {
      Objects.requireNonNull(host, "host");
      boolean isAddress6 = host.indexOf(':') != host.lastIndexOf(':');
      if (!host.matches("[^\\s/@?#]+") || (host.indexOf(':') >= 0 && !isAddress6)) {
        throw new IllegalArgumentException(
            "expected the name or address of a proxy's host, without scheme, user and port, but was '"
                + host.replaceFirst("(?s).*@", "***@")
                + "'");
      }
      if (port < 1 || port > 65535) {
        throw new IllegalArgumentException("expected a proxy port from 1 to 65535 but was " + port);
      }
      if (user != null && user.indexOf(':') >= 0) {
        throw new IllegalArgumentException(
            "Cannot send the user name to the proxy, because it has a colon (RFC 7617 §2).");
      }
    }

    /** The field that authenticates, with its line end; empty where no user is known. */
    String authorization() {
      if (user == null) {
        return "";
      }
      String pair = user + ":" + (password == null ? "" : password);
      return "Proxy-Authorization: Basic "
          + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))
          + "\r\n";
    }

    /** Returns host and port; never the credentials. */
    @Override
    public String toString() {
      return HttpAddress.authority(host, port);
    }
  }
}
