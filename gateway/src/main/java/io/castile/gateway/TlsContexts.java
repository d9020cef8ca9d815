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
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
}
