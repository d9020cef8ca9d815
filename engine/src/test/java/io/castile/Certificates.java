package io.castile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An authority that signs certificates, made by the JDK's {@code keytool} in a folder. */
final class Certificates {
  private static final String PASSWORD = "castile";

  private final Path folder;

  /** Makes the authority. */
  Certificates(Path folder) throws Exception {
    this.folder = folder;
    keytool("-genkeypair", "authority", "-dname", "CN=authority", "-ext", "bc:c", "-validity", "9");
    keytool("-exportcert", "authority", "-file", file("authority.cer"));
  }

  /**
   * Makes a key whose certificate the authority signs.
   *
   * @param name of the key
   * @param host for which it is, as {@code dns:localhost} or {@code ip:127.0.0.1}
   * @param begin when it begins to be valid, as {@code -10d}
   * @param days for which it is valid
   */
  void sign(String name, String host, String begin, int days) throws Exception {
    keytool("-genkeypair", name, "-dname", "CN=" + name);
    keytool("-certreq", name, "-file", file(name + ".csr"));
    String validity = String.valueOf(days);
    keytool(
        "authority",
        "-gencert",
        "authority",
        List.of(
            "-infile",
            file(name + ".csr"),
            "-outfile",
            file(name + ".cer"),
            "-ext",
            "san=" + host,
            "-startdate",
            begin,
            "-validity",
            validity));
    keytool(name, "-importcert", "authority", List.of("-file", file("authority.cer"), "-noprompt"));
    keytool("-importcert", name, "-file", file(name + ".cer"));
  }

  private void keytool(String command, String name, String... options) throws Exception {
    keytool(name, command, name, List.of(options));
  }

  private void keytool(String store, String command, String alias, List<String> options)
      throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of(command, "-alias", alias, "-storetype", "PKCS12"));
    line.addAll(List.of("-keystore", file(store + ".p12"), "-storepass", PASSWORD));
    if (command.equals("-genkeypair")) {
      line.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    }
    line.addAll(options);
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(line + " failed: " + said);
    }
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  /** A context that shows the key of that name, and trusts the authority. */
  SSLContext showing(String name) throws Exception {
    return context("TLS", keys(name));
  }

  /** A context that shows a key which another authority has signed, and trusts this one. */
  SSLContext showing(Certificates others, String name, String protocol) throws Exception {
    return context(protocol, others.keys(name));
  }

  /** A context that shows nothing, and trusts the authority. */
  SSLContext trusting() throws Exception {
    return showingNothing("TLS");
  }

  /** As above, for a version of the protocol. */
  SSLContext showingNothing(String protocol) throws Exception {
    return context(protocol, new KeyManager[0]);
  }

  private KeyManager[] keys(String name) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store(name), PASSWORD.toCharArray());
    return keys.getKeyManagers();
  }

  private SSLContext context(String protocol, KeyManager[] keys) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted());
    SSLContext context = SSLContext.getInstance(protocol);
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }

  private KeyStore trusted() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", store("authority").getCertificate("authority"));
    return trusted;
  }

  private KeyStore store(String name) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(name + ".p12"))) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }
}
