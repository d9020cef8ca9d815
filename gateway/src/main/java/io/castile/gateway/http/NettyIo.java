package io.castile.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** How Netty reaches the network: by the system's epoll where it has that, else by NIO. */
final class NettyIo {
  private static final boolean EPOLL = Epoll.isAvailable();

  private NettyIo() {}

  static IoHandlerFactory factory() {
    return EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
  }

  static Class<? extends ServerChannel> listening() {
    return EPOLL ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  static Class<? extends Channel> connecting() {
    return EPOLL ? EpollSocketChannel.class : NioSocketChannel.class;
  }
}
