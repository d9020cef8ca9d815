package io.castile.wsdl.document;

import io.castile.wsdl.document.internal.FetchAdvice;
import io.castile.wsdl.document.internal.FetchRequests;
import io.castile.wsdl.document.internal.FetchSettings;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
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
      new FetchOptions(
          new FetchSettings(Map.of(), null, null, null, null, null, FetchAdvice.PROGRAM, null));

  static {
    FetchSettings.PART.readBy(options -> options.settings);
    FetchSettings.makeBy(FetchOptions::new);
  }

  private final FetchSettings settings;

  private FetchOptions(FetchSettings settings) {
    this.settings = settings;
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
    Map<String, String> all = new LinkedHashMap<>(settings.headers());
    all.keySet().removeIf(name::equalsIgnoreCase);
    all.put(name, value);
    return new FetchOptions(
        new FetchSettings(
            Collections.unmodifiableMap(all),
            settings.trust(),
            settings.keys(),
            settings.proxies(),
            settings.proxy(),
            settings.proxyUser(),
            settings.advice(),
            settings.fetched()));
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
      throw new IllegalArgumentException(
          "Cannot send the user name by Basic authentication, because it has a colon (RFC 7617"
              + " §2).");
    }
    return withHeader("Authorization", FetchSettings.basic(user + ":" + password));
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
          "Cannot trust the key store, because it is not usable: " + e.getMessage(), e);
    }
    return new FetchOptions(
        new FetchSettings(
            settings.headers(),
            store,
            settings.keys(),
            settings.proxies(),
            settings.proxy(),
            settings.proxyUser(),
            settings.advice(),
            settings.fetched()));
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
          new FetchSettings(
              settings.headers(),
              settings.trust(),
              factory.getKeyManagers(),
              settings.proxies(),
              settings.proxy(),
              settings.proxyUser(),
              settings.advice(),
              settings.fetched()));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "Cannot use the key store for the client's certificate, because "
              + (e instanceof UnrecoverableKeyException
                  ? "this password does not open its key: "
                  : "it cannot be used: ")
              + e.getMessage(),
          e);
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
    return withProxy(
        host, port, FetchSettings.basic(user + ":" + Objects.requireNonNull(password, "password")));
  }

  private FetchOptions withProxy(String host, int port, @Nullable String proxyUser) {
    return new FetchOptions(
        new FetchSettings(
            settings.headers(),
            settings.trust(),
            settings.keys(),
            ProxySelector.of(new InetSocketAddress(host, port)),
            host + ":" + port,
            proxyUser,
            settings.advice(),
            settings.fetched()));
  }

  /** Returns these with a selector of proxies, in place of that of the system. */
  public FetchOptions withProxy(ProxySelector selector) {
    return new FetchOptions(
        new FetchSettings(
            settings.headers(),
            settings.trust(),
            settings.keys(),
            Objects.requireNonNull(selector, "selector"),
            null,
            null,
            settings.advice(),
            settings.fetched()));
  }
}
