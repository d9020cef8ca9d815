package io.castile.engine;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of key stores that a client trusts, and those that it shows. Not thread-safe.
 */
public final class KeyStores {
  private @Nullable KeyStore trusted; // null for what the platform trusts
  private KeyManager @Nullable [] keys; // null for none

  /**
   * @throws IllegalArgumentException if there is no certificate in it, or it cannot be used
   */
  public void trust(KeyStore store) {
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
    trusted = store;
  }

  /**
   * @throws IllegalArgumentException if there is no key in it, or it cannot be used with the
   *     password
   */
  public void keys(KeyStore store, char[] password) {
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
          "keys: the key store is not usable with that password: " + e.getMessage(), e);
    }
  }

  public boolean isEmpty() {
    return trusted == null && keys == null;
  }

  public boolean hasKeys() {
    return keys != null;
  }

  public SSLSocketFactory factory() {
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
