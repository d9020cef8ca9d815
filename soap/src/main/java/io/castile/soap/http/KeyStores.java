package io.castile.soap.http;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The certificates that a client trusts, and shows, of key stores. Not thread-safe. */
final class KeyStores {
  private @Nullable KeyStore trusted; // null for what the platform trusts
  private KeyManager @Nullable [] keys; // null for none

  /** The same certificates. */
  KeyStores copy() {
    KeyStores copy = new KeyStores();
    copy.trusted = trusted;
    copy.keys = keys;
    return copy;
  }

  /**
   * @throws IllegalArgumentException if there is no certificate in it, or it cannot be used
   */
  void trust(KeyStore store) {
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
    trusted = store;
  }

  /**
   * @throws IllegalArgumentException if there is no key in it, or it cannot be used with the
   *     password
   */
  void keys(KeyStore store, char[] password) {
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
      keys = factory.getKeyManagers();
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

  boolean isEmpty() {
    return trusted == null && keys == null;
  }

  boolean hasKeys() {
    return keys != null;
  }

  SSLSocketFactory factory() {
    try {
      TrustManager[] trust = null;
      if (trusted != null) {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        trust = factory.getTrustManagers();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trust, null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }
}
