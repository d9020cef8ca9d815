package io.castile.wss4j;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.callback.CallbackHandler;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/** Keys of two ends, and of a stranger whom neither trusts, made by the JDK's keytool. */
final class Keys {
  static final String PASSWORD = "change it";
  private static final KeyStore ALL = make();

  /** Knows the passwords of keys and of the user "alice". */
  static final CallbackHandler PASSWORDS =
      callbacks -> {
        WSPasswordCallback asked = (WSPasswordCallback) callbacks[0];
        boolean isUser = asked.getUsage() == WSPasswordCallback.USERNAME_TOKEN;
        if (!isUser || asked.getIdentifier().equals("alice")) {
          asked.setPassword(isUser ? "wonderland" : PASSWORD);
        }
      };

  private Keys() {}

  private static KeyStore make() {
    try {
      Path folder = Files.createTempDirectory("keys");
      Path file = folder.resolve("keys.p12");
      try {
        for (String name : List.of("client", "server", "stranger")) {
          keytool(file, name);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
          store.load(in, PASSWORD.toCharArray());
        }
        return store;
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (GeneralSecurityException e) {
      throw new AssertionError("the platform has PKCS12", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void keytool(Path store, String name) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
    line.addAll(List.of("-ext", "san=dns:localhost"));
    line.addAll(List.of("-keyalg", "RSA", "-keysize", "2048", "-storetype", "PKCS12"));
    line.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** The same for WSS4J as {@link #keyStore}. */
  static Crypto store(String own, String... trusted) {
    Merlin merlin = new Merlin();
    merlin.setKeyStore(keyStore(own, trusted));
    return merlin;
  }

  /** What shows the key of one end on connections with TLS, and trusts another. */
  static SSLContext tls(String own, String trusted) {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(keyStore(own), PASSWORD.toCharArray());
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(keyStore(own, trusted));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** A store with the key of one end, and the certificates of others. */
  static KeyStore keyStore(String own, String... trusted) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      Key key = ALL.getKey(own, PASSWORD.toCharArray());
      store.setKeyEntry(
          own, key, PASSWORD.toCharArray(), new Certificate[] {ALL.getCertificate(own)});
      for (String name : trusted) {
        store.setCertificateEntry(name, ALL.getCertificate(name));
      }
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }
}
