package io.castile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS contexts of a key store with a key for "localhost" that nobody else trusts. */
final class LocalTls {
  static final char[] PASSWORD = "castile".toCharArray();

  private LocalTls() {}

  /** Trusts the key, and shows it. */
  static SSLContext withKey() {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store(), PASSWORD);
      return context(keys.getKeyManagers());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Trusts the key, and has none to show. */
  static SSLContext withoutKey() {
    try {
      return context(new KeyManager[0]);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SSLContext context(KeyManager[] keys) throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }

  static KeyStore store() {
    try (InputStream in = LocalTls.class.getResourceAsStream("/localhost.p12")) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD);
      if (!store.aliases().hasMoreElements()) {
        throw new IllegalStateException("the key store is empty");
      }
      return store;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
