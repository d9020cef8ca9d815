package io.castile.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connection to an origin that tells whether the network has something of it to be read. */
final class OriginChannel extends NioSocketChannel {
  private static final int READ_BYTES = 4 << 10;
  private static final int MAX_READS = 16; // at once

  /**
   * Has the event loop wait no more until something can be written. Called after a write has
   * failed: the loop would be woken again and again.
   */
  void writesNoMore() {
    clearOpWrite();
  }

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
   * event loop, and not by a handler that reads. What is left after some of it, the event loop
   * reads.
   *
   * @return false if the origin has ended the connection
   */
  boolean readNow() {
    try {
      ByteBuffer bytes = ByteBuffer.allocate(1); // as a rule there is none
      int count = javaChannel().read(bytes);
      for (int reads = 1; count > 0; reads++) {
        pipeline().fireChannelRead(Unpooled.wrappedBuffer(bytes.flip()));
        bytes = ByteBuffer.allocate(READ_BYTES);
        if (!isActive()) {
          count = -1;
        } else {
          count = reads < MAX_READS ? javaChannel().read(bytes) : 0;
        }
        pipeline().fireChannelReadComplete();
      }
      return count == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
