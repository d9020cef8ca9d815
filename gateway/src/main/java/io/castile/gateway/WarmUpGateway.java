package io.castile.gateway;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenerConfig;
import io.castile.gateway.config.ListenerTls;
import io.castile.gateway.warm.WarmUp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The gateway that the requests of a warm-up go to. It runs what the other one runs, with the
 * certificate of its listener, and keeps, counts and observes for itself.
 */
final class WarmUpGateway implements WarmUp.Opened {
  private static final int CACHE_BYTES = 16 << 20;

  /** Where lines of an access log go that are to be nowhere; not there on Windows. */
  private static final Path NOWHERE = Path.of("/dev/null");

  private final Gateway gateway;
  private final SocketFactory sockets;

  private WarmUpGateway(Gateway gateway, SocketFactory sockets) {
    this.gateway = gateway;
    this.sockets = sockets;
  }

  /**
   * Returns what opens one.
   *
   * @param config of the gateway that is to be ready
   */
  static WarmUp.Opener like(GatewaySettings config) {
    return (origin, policy, readyPath) -> {
      ListenerTls tls = anonymous(tls(config));
      String yaml =
          """
          listen: 127.0.0.1:0
          readyPath: %s
          cacheBytes: %s
          observe: %s
          http2: %s
          %s
          routes: [{origin: '%s'}]
          """
              .formatted(
                  readyPath, CACHE_BYTES, config.observe(), http2(config), log(config), origin);
      GatewaySettings made =
          GatewaySettings.parse("warm-up", yaml.getBytes(StandardCharsets.UTF_8), Path.of(""))
              .withTls(tls);
      SocketFactory sockets = tls == null ? SocketFactory.getDefault() : TlsContexts.ofClient(tls);
      return new WarmUpGateway(
          Gateway.ofWarmUp(made, CachePolicy.parse("warm-up", policy)), sockets);
    };
  }

  private static String log(GatewaySettings config) {
    boolean isWritten = config.accessLog() != null && Files.isWritable(NOWHERE);
    return isWritten ? "accessLog: " + NOWHERE : "";
  }

  private static boolean http2(GatewaySettings config) {
    return config.listeners().stream().anyMatch(ListenerConfig::http2);
  }

  /** The TLS of the first listener that has it; null if none has. */
  private static @Nullable ListenerTls tls(GatewaySettings config) {
    return config.listeners().stream()
        .map(ListenerConfig::tls)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** The TLS of a listener, without certificates of clients: the warm-up has none. */
  private static @Nullable ListenerTls anonymous(@Nullable ListenerTls tls) {
    return tls == null
        ? null
        : new ListenerTls(tls.certificate(), tls.key(), ListenerTls.Clients.NONE, null);
  }

  /** Returns the gateway, whose counts tell a test what it was asked. */
  Gateway gateway() {
    return gateway;
  }

  @Override
  public Socket connect() throws IOException {
    return sockets.createSocket(
        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), gateway.port());
  }

  @Override
  public void close() {
    gateway.close();
  }
}
