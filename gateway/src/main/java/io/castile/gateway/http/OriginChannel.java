package io.castile.gateway.http;

import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connection to an origin that tells whether the network has something of it to be read. */
final class OriginChannel extends NioSocketChannel {
  /**
   * Whether the origin is silent: neither a byte nor its end of the connection has come. What has
   * come is lost, as an idle connection on which something comes is of no use any more. Called on
   * the event loop.
   */
  boolean isSilent() {
    try {
      return javaChannel().read(ByteBuffer.allocate(1)) == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
