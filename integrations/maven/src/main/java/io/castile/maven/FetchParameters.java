package io.castile.maven;

import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.FetchAdvice;
import io.castile.wsdl.document.internal.Locations;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.jspecify.annotations.Nullable;

/**
 * How descriptions are fetched, of the configuration and of the user's {@code settings.xml}, which
 * has what no project should.
 *
 * @param serverId whose user and password are sent; null for the server whose id is the host
 * @param headers fields of HTTP, each {@code NAME:VALUE}
 * @param trust certificates that are trusted, PEM or a key store; null for those of the JDK
 * @param keys a key store with the certificate that is shown; null for none
 */
record FetchParameters(
    @Nullable String serverId, List<String> headers, @Nullable File trust, @Nullable File keys) {
  private static final FetchAdvice ADVICE =
      new FetchAdvice(
          "a <server> of settings.xml, with the host as <id>, or another one that <serverId> names",
          "<trust>, a file of certificates",
          "<keys>, a key store, whose password is the <passphrase> of the <server>",
          "a <proxy> of settings.xml",
          "fetching it once by hand into a file");

  FetchParameters {
    headers = List.copyOf(headers);
  }

  /** Returns these with another server of the settings; itself where none is named. */
  FetchParameters withServerId(@Nullable String other) {
    return other == null ? this : new FetchParameters(other, headers, trust, keys);
  }

  /**
   * Returns the options for a description.
   *
   * @throws IllegalArgumentException if settings or files cannot be used; no password is quoted
   */
  FetchOptions options(URI location, Settings settings, SettingsDecrypter decrypter) {
    FetchOptions options =
        io.castile.wsdl.document.internal.FetchSettings.withAdvice(FetchOptions.DEFAULT, ADVICE);
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon <= 0) {
        throw new IllegalArgumentException("expected NAME:VALUE in <headers>, found no colon");
      }
      options =
          options.withHeader(
              header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }
    String host = Locations.withoutUserInfo(location).getHost();
    if (host == null) {
      return options;
    }
    Server server = server(host, settings, decrypter);
    if (server != null && server.getUsername() != null) {
      options = options.withUser(server.getUsername(), text(server.getPassword()));
    }
    char[] password = text(server == null ? null : server.getPassphrase()).toCharArray();
    if (trust != null) {
      options = options.withTrust(store(trust.toPath(), password));
    }
    if (keys != null) {
      options = options.withKeys(store(keys.toPath(), password), password);
    }
    Proxy proxy = settings.getActiveProxy();
    return proxy == null || isDirect(host, proxy)
        ? options
        : through(decrypted(proxy, decrypter), options);
  }

  private @Nullable Server server(String host, Settings settings, SettingsDecrypter decrypter) {
    Server found = settings.getServer(serverId == null ? host : serverId);
    if (found == null && serverId != null) {
      throw new IllegalArgumentException(
          "Cannot use <serverId> "
              + serverId
              + ", because settings.xml has no <server> with this id. Add it.");
    }
    if (found == null) {
      return null;
    }
    SettingsDecryptionResult result =
        decrypter.decrypt(new DefaultSettingsDecryptionRequest(found));
    check(result.getProblems(), "server " + found.getId());
    return result.getServer();
  }

  private static Proxy decrypted(Proxy proxy, SettingsDecrypter decrypter) {
    SettingsDecryptionResult result =
        decrypter.decrypt(new DefaultSettingsDecryptionRequest(proxy));
    check(result.getProblems(), "proxy " + proxy.getHost());
    return result.getProxy();
  }

  private static void check(List<SettingsProblem> problems, String what) {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "the password of "
              + what
              + " in settings.xml cannot be decrypted: "
              + problems.get(0).getMessage());
    }
  }

  private static FetchOptions through(Proxy proxy, FetchOptions options) {
    return proxy.getUsername() == null
        ? options.withProxy(proxy.getHost(), proxy.getPort())
        : options.withProxy(
            proxy.getHost(), proxy.getPort(), proxy.getUsername(), text(proxy.getPassword()));
  }

  /** Whether a host is one of those that settings except from a proxy: names with stars. */
  private static boolean isDirect(String host, Proxy proxy) {
    for (String each : text(proxy.getNonProxyHosts()).split("[|,]")) {
      String pattern = each.strip().replace(".", "\\.").replace("*", ".*");
      if (!pattern.isEmpty() && host.matches("(?i)" + pattern)) {
        return true;
      }
    }
    return false;
  }

  private static KeyStore store(Path file, char[] password) {
    try {
      byte[] content = Files.readAllBytes(file);
      if (!new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN CERTIFICATE")) {
        return KeyStore.getInstance(file.toFile(), password);
      }
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      try (InputStream in = Files.newInputStream(file)) {
        int count = 0;
        for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          store.setCertificateEntry("certificate-" + count++, each);
        }
      }
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(unusable(file, e), e);
    }
  }

  private static String unusable(Path file, Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no key store " + file;
    }
    boolean isLocked = failure.getCause() instanceof UnrecoverableKeyException;
    return "the key store "
        + file
        + " is not usable: "
        + (isLocked
            ? "its password is not the <passphrase> of the <server> in settings.xml whose <id> is"
                + " the host, or which <serverId> names"
            : failure.getMessage());
  }

  private static String text(@Nullable String given) {
    return given == null ? "" : given;
  }
}
