package io.castile.cli;

import io.castile.AbstractClientBuilder;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.FetchAdvice;
import io.castile.wsdl.document.internal.FetchSettings;
import io.castile.wsdl.document.internal.Locations;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The options for reaching a service and its description, the user included; the same for all
 * commands.
 */
final class AccessOptions {
  private static final int DEFAULT_TIMEOUT = 60;
  private static final int MAX_TIMEOUT = 1_000_000;

  private static final FetchAdvice ADVICE =
      new FetchAdvice(
          CommandWords.USER,
          CommandWords.TRUST,
          CommandWords.KEYS,
          CommandWords.PROXY,
          CommandWords.TIMEOUT);

  @Option(
      names = "--header",
      paramLabel = "NAME:VALUE",
      description = "Send this header field of HTTP, too.")
  private List<String> headers = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Wait for an answer no longer; 60 by default, 30 for a WSDL.")
  private @Nullable Integer timeout;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "Send this user, by Basic authentication; for the WSDL, too.")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "PASSWORD",
      arity = "0..1",
      interactive = true,
      description = "The user's password; without a value it is asked for.")
  private char @Nullable [] password;

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

  @Option(
      names = "--proxy",
      paramLabel = "HOST:PORT",
      description = "Connect by this HTTP proxy; USER:PASSWORD@HOST:PORT for one that asks.")
  private @Nullable String proxy;

  /**
   * Sets all that has been given for a call.
   *
   * @param address where the call goes; credentials in the URL of the description are for its own
   *     server
   * @param description where the description was named
   * @param isToken whether the user is sent in a Security header
   * @throws ParameterException if it cannot be used
   */
  void configure(
      AbstractClientBuilder<?> client,
      String address,
      URI description,
      boolean isToken,
      CommandSpec spec) {
    try {
      Duration patience = patience(timeout == null ? DEFAULT_TIMEOUT : timeout);
      client.transport(t -> t.readTimeout(patience).callTimeout(patience));
      for (String header : headers) {
        client.header(name(header), value(header));
      }
      user(client, address, description, isToken);
      if (trust != null) {
        client.transport(t -> t.trust(store(trust, "--trust")));
      }
      if (keys != null) {
        client.transport(t -> t.keys(store(keys, "--keys"), secret(storePassword)));
      }
      if (proxy != null) {
        ProxyAddress by = ProxyAddress.parse(proxy);
        if (by.user() == null) {
          client.transport(t -> t.proxy(by.host(), by.port()));
        } else {
          client.transport(t -> t.proxy(by.host(), by.port(), by.user(), by.password()));
        }
      }
    } catch (IllegalArgumentException e) {
      throw wrong(e, spec);
    }
  }

  /**
   * Returns a reader that fetches documents with all that has been given.
   *
   * @param isToken whether the user is for a Security header, and not for HTTP
   * @throws ParameterException if it cannot be used
   */
  WsdlReader configured(WsdlReader reader, boolean isToken, CommandSpec spec) {
    WsdlReader configured = reader.withFetch(fetch(isToken, spec));
    return timeout == null
        ? configured
        : configured.withLimits(DocumentLimits.DEFAULT.withTimeout(patience(spec)));
  }

  /**
   * Returns how documents are fetched with all that has been given.
   *
   * @param isToken whether the user is for a Security header, and not for HTTP
   * @throws ParameterException if it cannot be used
   */
  FetchOptions fetch(boolean isToken, CommandSpec spec) {
    try {
      FetchOptions options = FetchSettings.withAdvice(FetchOptions.DEFAULT, ADVICE);
      for (String header : headers) {
        options = options.withHeader(name(header), value(header));
      }
      checkUser();
      if (user != null && !isToken) {
        options = options.withUser(user, new String(secret(password)));
      }
      if (trust != null) {
        options = options.withTrust(store(trust, "--trust"));
      }
      if (keys != null) {
        options = options.withKeys(store(keys, "--keys"), secret(storePassword));
      }
      if (proxy != null) {
        ProxyAddress by = ProxyAddress.parse(proxy);
        options =
            by.user() == null
                ? options.withProxy(by.host(), by.port())
                : options.withProxy(by.host(), by.port(), by.user(), by.password());
      }
      return options;
    } catch (IllegalArgumentException e) {
      throw wrong(e, spec);
    }
  }

  /**
   * Returns for how long an answer is waited for.
   *
   * @throws ParameterException if that cannot be
   */
  Duration patience(CommandSpec spec) {
    try {
      return patience(timeout == null ? DEFAULT_TIMEOUT : timeout);
    } catch (IllegalArgumentException e) {
      throw wrong(e, spec);
    }
  }

  /** Whether a user is given, by which a server knows the caller. */
  boolean hasUser() {
    return user != null;
  }

  /** Returns these options for another server, which is not to be told the caller. */
  AccessOptions withoutCredentials() {
    AccessOptions other = new AccessOptions();
    other.timeout = timeout;
    other.trust = trust;
    other.storePassword = storePassword;
    other.proxy = proxy;
    return other;
  }

  private static Duration patience(int seconds) {
    if (seconds < 1 || seconds > MAX_TIMEOUT) {
      throw new IllegalArgumentException(
          "expected a positive number of seconds"
              + (seconds < 1 ? "" : " up to " + MAX_TIMEOUT)
              + ", found "
              + seconds
              + " (--timeout)");
    }
    return Duration.ofSeconds(seconds);
  }

  private static ParameterException wrong(IllegalArgumentException e, CommandSpec spec) {
    return new ParameterException(spec.commandLine(), "castile: " + e.getMessage(), e);
  }

  private static String name(String header) {
    return header.substring(0, colon(header)).strip();
  }

  private static String value(String header) {
    return header.substring(colon(header) + 1).strip();
  }

  private static int colon(String header) {
    int colon = header.indexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException("expected NAME:VALUE, found '" + header + "' (--header)");
    }
    return colon;
  }

  private void checkUser() {
    if (user == null && password != null) {
      throw new IllegalArgumentException("Cannot use --password without a user. Add --user.");
    }
  }

  private void user(
      AbstractClientBuilder<?> client, String address, URI description, boolean isToken) {
    checkUser();
    if (user == null) {
      if (isToken) {
        throw new IllegalArgumentException(
            "Cannot use --username-token without a user. Add --user.");
      }
      String ofUrl = Locations.userInfo(description);
      if (ofUrl != null && Locations.isSameServer(description, URI.create(address))) {
        int colon = ofUrl.indexOf(':');
        client.basicAuth(
            colon < 0 ? ofUrl : ofUrl.substring(0, colon),
            colon < 0 ? "" : ofUrl.substring(colon + 1));
      }
      return;
    }
    String secret = new String(secret(password));
    if (isToken) {
      client.security(s -> s.usernameToken(user, secret));
    } else {
      client.basicAuth(user, secret);
    }
  }

  private static char[] secret(char @Nullable [] given) {
    return given == null ? new char[0] : given;
  }

  private KeyStore store(Path file, String option) {
    try {
      byte[] content = Files.readAllBytes(file);
      String start = new String(content, StandardCharsets.ISO_8859_1);
      return start.contains("-----BEGIN CERTIFICATE-----")
          ? certificates(file)
          : KeyStore.getInstance(file.toFile(), secret(storePassword));
    } catch (IOException | GeneralSecurityException e) {
      boolean isLocked = e.getCause() instanceof UnrecoverableKeyException;
      throw new IllegalArgumentException(
          (e instanceof FileSystemException ? "" : "Cannot read " + file + ": ")
              + Failures.message(e)
              + (isLocked ? ". Set its password by --store-password" : "")
              + " ("
              + option
              + ")",
          e);
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

  /**
   * The address of a proxy as a person writes it, and the user that it asks for.
   *
   * @param user null for none
   * @param password empty where there is none
   */
  private record ProxyAddress(String host, int port, @Nullable String user, String password) {

    /**
     * @param written {@code HOST:PORT}, with {@code USER:PASSWORD@} and {@code http://} before it
     *     or not
     * @throws IllegalArgumentException if it is none
     */
    static ProxyAddress parse(String written) {
      try {
        URI given = new URI(written.contains("://") ? written : "http://" + written);
        URI address = Locations.withoutUserInfo(given);
        if ("http".equalsIgnoreCase(address.getScheme())
            && address.getHost() != null
            && address.getPort() > 0) {
          String user = Locations.userInfo(given);
          int colon = user == null ? -1 : user.indexOf(':');
          return new ProxyAddress(
              address.getHost(),
              address.getPort(),
              user == null || colon < 0 ? user : user.substring(0, colon),
              user == null || colon < 0 ? "" : user.substring(colon + 1));
        }
      } catch (URISyntaxException | IllegalArgumentException e) {
        // said below, without a password
      }
      throw new IllegalArgumentException(
          "expected HOST:PORT, found '" + written.replaceFirst("(?s).*@", "***@") + "' (--proxy)");
    }

    /** Host and port; never the password. */
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }
}
