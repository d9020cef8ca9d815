package io.castile.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A key and its own certificate, made by the JDK's {@code keytool}, in files as gateways read them.
 *
 * @param certificate PEM
 * @param key PEM, PKCS 8
 * @param store the same as a key store, with the password {@link #PASSWORD}
 */
public record Pem(Path certificate, Path key, KeyStore store) {
  static final char[] PASSWORD = "castile".toCharArray();
  private static final String ALIAS = "own";

  /** Makes them for {@code localhost} and {@code 127.0.0.1}. */
  public static Pem make(Path folder, String name) throws Exception {
    Path file = folder.resolve(name + ".p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            ALIAS,
            "-dname",
            "CN=" + name,
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-validity",
            "9",
            "-ext",
            "san=dns:localhost,ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass",
            new String(PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed: " + said);
    }
    KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
    return new Pem(
        write(
            folder.resolve(name + ".pem"), "CERTIFICATE", store.getCertificate(ALIAS).getEncoded()),
        write(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            store.getKey(ALIAS, PASSWORD).getEncoded()),
        store);
  }

  /** Returns TLS of a client that trusts this certificate, and shows another; null for none. */
  SSLContext trustedBy(@Nullable Pem client) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", store.getCertificate(ALIAS));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(client == null ? null : client.store(), PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static Path write(Path file, String what, byte[] content) throws IOException {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n");
  }
}
