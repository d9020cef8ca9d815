package io.castile.gateway.http;

import io.castile.gateway.config.AddressRange;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.util.AttributeKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header of the PROXY protocol, version 1 or 2, by which a trusted proxy tells whose
 * connection it passes on. Connections of other clients have no such header; with one, their bytes
 * are no request. Used on the event loop of its connection.
 */
final class ProxyHeader extends SimpleChannelInboundHandler<HAProxyMessage> {
  private static final AttributeKey<InetAddress> CLIENT =
      AttributeKey.valueOf(ProxyHeader.class, "client");

  private ProxyHeader() {}

  /** Has the header of a new connection read, if it is one of a proxy that is trusted. */
  static void expect(Channel channel, List<AddressRange> trusted) {
    InetAddress peer = client(channel);
    if (peer != null && trusted.stream().anyMatch(range -> range.contains(peer))) {
      channel.pipeline().addLast(new HAProxyMessageDecoder(), new ProxyHeader());
    }
  }

  /**
   * Returns the address of the client of a connection: the one that a header has told, else the one
   * at its other end; null for none.
   */
  static @Nullable InetAddress client(Channel connection) {
    InetAddress told = connection.attr(CLIENT).get();
    if (told != null) {
      return told;
    }
    return connection.remoteAddress() instanceof InetSocketAddress address
        ? address.getAddress()
        : null;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext read, HAProxyMessage header) {
    String source = header.sourceAddress(); // null for a connection of the proxy's own
    InetAddress client = source == null ? null : AddressRange.address(source);
    if (client != null) {
      read.channel().attr(CLIENT).set(client);
    }
    read.pipeline().remove(this);
  }
}
