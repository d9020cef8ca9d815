package io.castile.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connection to an origin that tells whether the network has something of it to be read. */
final class OriginChannel extends NioSocketChannel {
  private static final int READ_BYTES = 4 << 10;

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

  /**
   * Has the handlers read what has come, of which the event loop may not know yet. Called on the
   * event loop, and not by a handler that reads.
   *
   * @return false if the origin has ended the connection
   */
  boolean readNow() {
    try {
      ByteBuffer bytes = ByteBuffer.allocate(1); // as a rule there is none
      int count = javaChannel().read(bytes);
      while (count > 0) {
        pipeline().fireChannelRead(Unpooled.wrappedBuffer(bytes.flip()));
        bytes = ByteBuffer.allocate(READ_BYTES);
        count = isActive() ? javaChannel().read(bytes) : -1;
        pipeline().fireChannelReadComplete();
      }
      return count == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
