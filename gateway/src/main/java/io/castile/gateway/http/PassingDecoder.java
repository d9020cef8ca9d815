package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.compression.ZlibCodecFactory;
import io.netty.handler.codec.compression.ZlibWrapper;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes gzip off a content while it passes, piece by piece. Owned by one event loop. */
final class PassingDecoder {
  private static final Logger log = LoggerFactory.getLogger(PassingDecoder.class);

  private final EmbeddedChannel channel;
  private final long mostBytes;
  private final Consumer<ByteBuf> out;
  private long bytes;

  /**
   * @param mostBytes how much there may be decoded
   * @param out owns the pieces that it is given
   */
  PassingDecoder(long mostBytes, Consumer<ByteBuf> out) {
    this.mostBytes = mostBytes;
    this.out = out;
    int mostAtOnce = (int) Math.min(Integer.MAX_VALUE, mostBytes + 1);
    this.channel =
        new EmbeddedChannel(ZlibCodecFactory.newZlibDecoder(ZlibWrapper.GZIP, mostAtOnce));
  }

  /**
   * Decodes a piece, which is the decoder's own.
   *
   * @throws DecoderException if it is not of gzip, or there is more than may be
   */
  void decode(ByteBuf piece) {
    channel.writeInbound(piece);
    passOn();
  }

  private void passOn() {
    for (ByteBuf decoded = channel.readInbound();
        decoded != null;
        decoded = channel.readInbound()) {
      bytes += decoded.readableBytes();
      if (bytes > mostBytes) {
        decoded.release();
        throw new DecoderException("the request has more than " + mostBytes + " bytes decoded");
      }
      out.accept(decoded);
    }
  }

  /** Gives what is left of a content that has ended. */
  void end() {
    channel.finish();
    passOn();
  }

  /** Lets go of what has come, whatever it was. */
  void release() {
    try {
      channel.finishAndReleaseAll();
    } catch (DecoderException e) {
      log.debug("the rest of a request is not of gzip: {}", e.toString());
    }
  }
}
