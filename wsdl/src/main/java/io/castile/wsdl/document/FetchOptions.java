package io.castile.wsdl.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Options for fetching documents over HTTP: user, header fields, certificates and proxies.
 * Immutable and thread-safe.
 *
 * <p>User, header fields and the client's certificate are for the server of the outermost document
 * only: a document of another server that it names is fetched without them.
 */
public final class FetchOptions {
  /**
   * The options without user, header fields and keys, with the platform's trust and the system's
   * proxies.
   */
  public static final FetchOptions DEFAULT =
      new FetchOptions(Map.of(), null, null, null, null, null, FetchAdvice.PROGRAM);

  private static final Duration MAX_CONNECT = Duration.ofSeconds(10);

  private final Map<String, String> headers;
  private final @Nullable KeyStore trust; // null for what the platform trusts
  private final KeyManager @Nullable [] keys; // null for none
  private final @Nullable ProxySelector proxies; // null for those of the system
  private final @Nullable String proxy; // host and port; null where none is named
  private final @Nullable String proxyUser; // as a header field has it; null for none
  private final FetchAdvice advice;

  private FetchOptions(
      Map<String, String> headers,
      @Nullable KeyStore trust,
      KeyManager @Nullable [] keys,
      @Nullable ProxySelector proxies,
      @Nullable String proxy,
      @Nullable String proxyUser,
      FetchAdvice advice) {
    this.headers = headers;
    this.trust = trust;
    this.keys = keys;
    this.proxies = proxies;
    this.proxy = proxy;
    this.proxyUser = proxyUser;
    this.advice = advice;
  }

  /**
   * Returns these with a header field, in place of one of the same name.
   *
   * @throws IllegalArgumentException if no request can carry it; the value is not quoted, as it may
   *     be a secret
   */
  public FetchOptions withHeader(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value of " + name);
    FetchRequests.checkHeader(name, value);
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.keySet().removeIf(name::equalsIgnoreCase);
    all.put(name, value);
    return new FetchOptions(
        Collections.unmodifiableMap(all), trust, keys, proxies, proxy, proxyUser, advice);
  }

  /**
   * Returns these options with user and password, which each request carries by Basic
   * authentication (RFC 7617), before the server demands them.
   *
   * @param user without a colon
   */
  public FetchOptions withUser(String user, String password) {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    if (user.indexOf(':') >= 0) {
      throw new IllegalArgumentException("the user name has a colon (RFC 7617 §2)");
    }
    return withHeader("Authorization", basic(user + ":" + password));
  }

  /**
   * Returns these options with certificates that are trusted in place of the platform's.
   *
   * @throws IllegalArgumentException if there is no certificate in the store
   */
  public FetchOptions withTrust(KeyStore store) {
    try {
      boolean any = false;
      for (String alias : Collections.list(store.aliases())) {
        any |= store.getCertificate(alias) != null;
      }
      if (!any) {
        throw new IllegalArgumentException(
            "Cannot trust the key store, because it has no certificate.");
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "trust: the key store is not usable: " + e.getMessage(), e);
    }
    return new FetchOptions(headers, store, keys, proxies, proxy, proxyUser, advice);
  }

  /**
   * Returns these options with a certificate that is shown to a server that requests one.
   *
   * @param password of the key; not kept
   * @throws IllegalArgumentException if there is no key in the store, or the password is not its
   *     own
   */
  public FetchOptions withKeys(KeyStore store, char[] password) {
    try {
      boolean any = false;
      for (String alias : Collections.list(store.aliases())) {
        any |= store.isKeyEntry(alias);
      }
      if (!any) {
        throw new IllegalArgumentException(
            "Cannot use the key store for the client's certificate, because it has no key.");
      }
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, password);
      return new FetchOptions(
          headers, trust, factory.getKeyManagers(), proxies, proxy, proxyUser, advice);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "keys: the key store is not usable with that password: " + e.getMessage(), e);
    }
  }

  /** Returns these with a proxy, in place of those of the system. */
  public FetchOptions withProxy(String host, int port) {
    return withProxy(host, port, null);
  }

  /**
   * Returns these options with a proxy that requires a user. For documents over TLS the JDK sends
   * the user only where its property {@code jdk.http.auth.tunneling.disabledSchemes} does not name
   * {@code Basic}.
   */
  public FetchOptions withProxy(String host, int port, String user, String password) {
    Objects.requireNonNull(user, "user");
    return withProxy(host, port, basic(user + ":" + Objects.requireNonNull(password, "password")));
  }

  private FetchOptions withProxy(String host, int port, @Nullable String proxyUser) {
    return new FetchOptions(
        headers,
        trust,
        keys,
        ProxySelector.of(new InetSocketAddress(host, port)),
        host + ":" + port,
        proxyUser,
        advice);
  }

  /** Returns these with a selector of proxies, in place of that of the system. */
  public FetchOptions withProxy(ProxySelector selector) {
    return new FetchOptions(
        headers, trust, keys, Objects.requireNonNull(selector, "selector"), null, null, advice);
  }

  /** Returns these options with other words for advice to a user about an error. */
  public FetchOptions withAdvice(FetchAdvice words) {
    return new FetchOptions(
        headers, trust, keys, proxies, proxy, proxyUser, Objects.requireNonNull(words, "words"));
  }

  static String basic(String pair) {
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
  }

  Map<String, String> headers() {
    return headers;
  }

  FetchAdvice advice() {
    return advice;
  }

  @Nullable String proxy() {
    return proxy;
  }

  /** Returns the field by which the proxy knows its user; null for none. */
  @Nullable String proxyUser() {
    return proxyUser;
  }

  boolean hasKeys() {
    return keys != null;
  }

  /** Returns how long connecting may take, of the time for a document. */
  static Duration connectTimeout(Duration timeout) {
    return timeout.compareTo(MAX_CONNECT) < 0 ? timeout : MAX_CONNECT;
  }

  /**
   * Returns a client.
   *
   * @param showsKeys whether it shows the certificate
   */
  HttpClient client(Duration timeout, boolean showsKeys) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(connectTimeout(timeout))
            .followRedirects(HttpClient.Redirect.NEVER)
            // Where it may upgrade, some documents of more than a frame never end for it.
            .version(HttpClient.Version.HTTP_1_1);
    if (trust != null || (showsKeys && keys != null)) {
      builder.sslContext(context(showsKeys ? keys : null));
    }
    if (proxies != null) {
      builder.proxy(proxies);
    }
    return builder.build();
  }

  private SSLContext context(KeyManager @Nullable [] shown) {
    try {
      TrustManager[] trusted = null;
      if (trust != null) {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trust);
        trusted = factory.getTrustManagers();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown, trusted, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }
}
