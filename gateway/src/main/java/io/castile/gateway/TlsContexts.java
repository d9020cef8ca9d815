package io.castile.gateway;

import io.castile.gateway.config.ListenerTls;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.edge.WatchedFiles;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Makes TLS of what is configured, by the JDK's provider. */
final class TlsContexts {
  private TlsContexts() {}

  /**
   * Makes that of a listener, again whenever the files change.
   *
   * @param protocols as {@link #of(ListenerTls, List)} has them
   * @return null for plain HTTP
   * @throws IOException if a file cannot be read, or is not what it should be
   */
  static @Nullable WatchedFiles<SslContext> watched(
      @Nullable ListenerTls tls, List<String> protocols) throws IOException {
    if (tls == null) {
      return null;
    }
    List<Path> files = new ArrayList<>(List.of(tls.certificate(), tls.key()));
    if (tls.trust() != null) {
      files.add(tls.trust());
    }
    return new WatchedFiles<>(files, () -> of(tls, protocols));
  }

  /**
   * Makes that of a listener.
   *
   * @param protocols of applications, of which the client takes one (ALPN), the best first; empty
   *     for HTTP/1.1 alone
   * @throws IOException if a file cannot be read, or is not what it should be
   */
  private static SslContext of(ListenerTls tls, List<String> protocols) throws IOException {
    checkReadable(tls.certificate());
    checkReadable(tls.key());
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(tls.certificate().toFile(), tls.key().toFile())
              .sslProvider(SslProvider.JDK)
              .clientAuth(
                  switch (tls.clients()) {
                    case NONE -> ClientAuth.NONE;
                    case OPTIONAL -> ClientAuth.OPTIONAL;
                    case REQUIRED -> ClientAuth.REQUIRE;
                  });
      if (tls.trust() != null) {
        checkReadable(tls.trust());
        builder.trustManager(tls.trust().toFile());
      }
      if (!protocols.isEmpty()) {
        builder.applicationProtocolConfig(alpn(protocols));
      }
      SslContext made = builder.build();
      KeyPairCheck.check(tls.certificate(), tls.key());
      return made;
    } catch (IllegalArgumentException e) {
      throw unfit(tls.certificate(), e);
    }
  }

  /** Makes that of a route's origins; null if none of them has it. */
  static @Nullable SslContext of(RouteConfig route) throws IOException {
    if (route.allOrigins().stream().noneMatch(TlsContexts::isHttps)) {
      return null;
    }
    OriginTls tls = route.tls();
    try {
      SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
      if (tls.trust() != null) {
        checkReadable(tls.trust());
        builder.trustManager(tls.trust().toFile());
      }
      if (tls.certificate() != null && tls.key() != null) {
        checkReadable(tls.certificate());
        checkReadable(tls.key());
        builder.keyManager(tls.certificate().toFile(), tls.key().toFile());
      }
      if (route.http2()) {
        builder.applicationProtocolConfig(
            alpn(List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1)));
      }
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw unfit(tls.certificate() == null ? tls.trust() : tls.certificate(), e);
    }
  }

  private static ApplicationProtocolConfig alpn(List<String> protocols) {
    return new ApplicationProtocolConfig(
        ApplicationProtocolConfig.Protocol.ALPN,
        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
        protocols);
  }

  /** Makes that of a client that trusts the certificate of a listener, and no other one. */
  static SSLSocketFactory ofClient(ListenerTls listener) throws IOException {
    try {
      SslContext made =
          SslContextBuilder.forClient()
              .sslProvider(SslProvider.JDK)
              .trustManager(listener.certificate().toFile())
              .build();
      return ((JdkSslContext) made).context().getSocketFactory();
    } catch (IllegalArgumentException e) {
      throw unfit(listener.certificate(), e);
    }
  }

  static boolean isHttps(URI origin) {
    return "https".equalsIgnoreCase(origin.getScheme());
  }

  private static void checkReadable(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException("cannot read " + file);
    }
  }

  private static IOException unfit(@Nullable Path file, IllegalArgumentException cause) {
    return new IOException(
        "expected certificates and a PKCS 8 key in PEM, in "
            + file
            + " and what belongs to it: "
            + cause.getMessage(),
        cause);
  }

  /**
   * Finds out whether a key is that of a certificate: TLS takes any two, and fails at each
   * handshake where they are not, as while only one of them has been replaced.
   */
  private static final class KeyPairCheck {
    private static final Pattern KEY =
        Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

    /** How keys of an algorithm sign; those of others are not checked. */
    private static final Map<String, String> SIGNATURES =
        Map.of(
            "RSA", "SHA256withRSA",
            "EC", "SHA256withECDSA",
            "EdDSA", "EdDSA",
            "Ed25519", "EdDSA",
            "Ed448", "EdDSA");

    private static final byte[] SIGNED = "signed".getBytes(StandardCharsets.US_ASCII);

    private KeyPairCheck() {}

    /**
     * Compares the first certificate of a file with the key of another.
     *
     * @throws IOException if they do not belong together
     */
    static void check(Path certificate, Path key) throws IOException {
      Matcher pem = KEY.matcher(Files.readString(key, StandardCharsets.ISO_8859_1));
      try (InputStream in = Files.newInputStream(certificate)) {
        PublicKey shown =
            CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey();
        String algorithm = SIGNATURES.get(shown.getAlgorithm());
        if (algorithm != null && pem.find() && !isPair(shown, pem.group(1), algorithm)) {
          throw new IOException(
              "expected the key of " + certificate + " but found another in " + key);
        }
      } catch (GeneralSecurityException e) {
        throw new IOException(
            "expected the key of " + certificate + " in " + key + ": " + e.getMessage(), e);
      }
    }

    private static boolean isPair(PublicKey shown, String base64, String algorithm)
        throws GeneralSecurityException {
      PrivateKey secret =
          KeyFactory.getInstance(shown.getAlgorithm())
              .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(secret);
      signature.update(SIGNED);
      byte[] signed = signature.sign();
      signature.initVerify(shown);
      signature.update(SIGNED);
      try {
        return signature.verify(signed);
      } catch (GeneralSecurityException e) { // as where a signature has another size than the key
        return false;
      }
    }
  }
}
