package io.castile.wsdl.document.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.wsdl.document.FetchOptions;
import io.castile.xml.internal.HiddenPart;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The values of {@link FetchOptions}, and the client that they ask for.
 *
 * @param headers fields of each request to the first server
 * @param trust certificates that are trusted; null for what the platform trusts
 * @param keys shown to a server that asks for a certificate; null for none
 * @param proxies null for those of the system
 * @param proxy host and port; null if none is named
 * @param proxyUser the field that tells the proxy its user; null for none
 * @param advice words for errors
 * @param fetched notes the versions of what was fetched; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FetchSettings(
    Map<String, String> headers,
    @Nullable KeyStore trust,
    KeyManager @Nullable [] keys,
    @Nullable ProxySelector proxies,
    @Nullable String proxy,
    @Nullable String proxyUser,
    FetchAdvice advice,
    @Nullable FetchedDocuments fetched) {
  /** Reads the settings of options. */
  public static final HiddenPart<FetchOptions, FetchSettings> PART = new HiddenPart<>();

  /** Null before the first options. */
  private static @Nullable Function<FetchSettings, FetchOptions> maker;

  private static final Duration MAX_CONNECT = Duration.ofSeconds(10);

  /** Omits the fields, which may be secrets. */
  @Override
  public String toString() {
    return "settings of fetching by " + (proxy == null ? "the system's proxies" : proxy);
  }

  /** Returns the settings of options. */
  public static FetchSettings of(FetchOptions options) {
    return PART.of(options);
  }

  /** Sets how options are made; called once, when the class of options is initialized. */
  public static void makeBy(Function<FetchSettings, FetchOptions> constructor) {
    maker = constructor;
  }

  /** Returns options with other words for advice to a user about an error. */
  public static FetchOptions withAdvice(FetchOptions options, FetchAdvice words) {
    FetchSettings old = of(options);
    FetchSettings changed =
        new FetchSettings(
            old.headers,
            old.trust,
            old.keys,
            old.proxies,
            old.proxy,
            old.proxyUser,
            words,
            old.fetched);
    return Objects.requireNonNull(maker, "maker").apply(changed);
  }

  /** Returns options by which the versions of what is fetched are noted. */
  public static FetchOptions withFetched(FetchOptions options, FetchedDocuments documents) {
    return Objects.requireNonNull(maker, "maker").apply(of(options).noting(documents));
  }

  /**
   * Returns these settings.
   *
   * @param documents null for none
   */
  FetchSettings noting(@Nullable FetchedDocuments documents) {
    return new FetchSettings(headers, trust, keys, proxies, proxy, proxyUser, advice, documents);
  }

  /** Returns the value of {@code Authorization} for a user and a password with a colon between. */
  public static String basic(String pair) {
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
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
