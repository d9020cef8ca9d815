package io.castile;

import java.io.InputStream;
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
  static SSLContext withKey() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store(), PASSWORD);
    return context(keys.getKeyManagers());
  }

  /** Trusts the key, and has none to show. */
  static SSLContext withoutKey() throws Exception {
    return context(new KeyManager[0]);
  }

  private static SSLContext context(KeyManager[] keys) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }

  static KeyStore store() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = LocalTls.class.getResourceAsStream("/localhost.p12")) {
      store.load(in, PASSWORD);
    }
    if (!store.aliases().hasMoreElements()) {
      throw new GeneralSecurityException("the key store is empty");
    }
    return store;
  }
}
