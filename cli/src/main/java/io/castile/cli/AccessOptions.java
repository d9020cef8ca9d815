package io.castile.cli;

import io.castile.AbstractClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a service is reached, and as whom. */
final class ConnectionOptions {
  @Option(
      names = "--header",
      paramLabel = "NAME:VALUE",
      description = "Send this header field of HTTP, too.")
  private List<String> headers = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Wait for the answer no longer; 60 by default.")
  private int timeout = 60;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "Send this user, by Basic authentication.")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "PASSWORD",
      arity = "0..1",
      interactive = true,
      description = "The user's password; without a value it is asked for.")
  private char @Nullable [] password;

  @Option(
      names = "--username-token",
      description =
          "Send the user in a Security header (WS-Security), not by Basic authentication.")
  private boolean usernameToken;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description = "Trust these certificates only: PEM, PKCS 12, or JKS.")
  private @Nullable Path trust;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "Show the certificate in this key store (PKCS 12 or JKS) to a service that asks.")
  private @Nullable Path keys;

  @Option(
      names = "--store-password",
      paramLabel = "PASSWORD",
      arity = "0..1",
      interactive = true,
      description = "The password of key stores; without a value it is asked for.")
  private char @Nullable [] storePassword;

  /**
   * Sets all that has been given.
   *
   * @throws ParameterException if it cannot be used
   */
  void configure(AbstractClientBuilder<?> client, CommandSpec spec) {
    try {
      client.readTimeout(Duration.ofSeconds(timeout)).callTimeout(Duration.ofSeconds(timeout));
      for (String header : headers) {
        int colon = header.indexOf(':');
        if (colon <= 0) {
          throw new IllegalArgumentException(
              "expected NAME:VALUE, found '" + header + "' (--header)");
        }
        client.header(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
      }
      user(client);
      if (trust != null) {
        client.trust(store(trust));
      }
      if (keys != null) {
        client.keys(store(keys), secret(storePassword));
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "castile: " + e.getMessage(), e);
    }
  }

  private void user(AbstractClientBuilder<?> client) {
    if (user == null) {
      if (password != null || usernameToken) {
        throw new IllegalArgumentException("expected --user with --password, found none");
      }
      return;
    }
    String secret = new String(secret(password));
    if (usernameToken) {
      client.usernameToken(user, secret);
    } else {
      client.basicAuth(user, secret);
    }
  }

  private static char[] secret(char @Nullable [] given) {
    return given == null ? new char[0] : given;
  }

  private KeyStore store(Path file) {
    try {
      byte[] content = Files.readAllBytes(file);
      String start = new String(content, StandardCharsets.ISO_8859_1);
      return start.contains("-----BEGIN CERTIFICATE-----")
          ? certificates(file)
          : KeyStore.getInstance(file.toFile(), secret(storePassword));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(file + ": " + Failures.message(e), e);
    }
  }

  private static KeyStore certificates(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(file)) {
      int count = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("certificate-" + count++, each);
      }
    }
    return store;
  }
}
