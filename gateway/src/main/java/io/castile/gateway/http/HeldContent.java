package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** The content of a message while it comes, up to a size. Mostly it comes in one piece. */
final class HeldContent {
  private static final byte[] NOTHING = {};

  private final int mostBytes;
  private byte @Nullable [] first; // null before it has come
  private @Nullable ByteArrayOutputStream more; // with the first; null where that is all

  HeldContent(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Adds a copy of a piece, unless there is too much then. */
  boolean add(ByteBuf piece) {
    int size = more != null ? more.size() : first == null ? 0 : first.length;
    if (size + piece.readableBytes() > mostBytes) {
      return false;
    }
    byte[] bytes = new byte[piece.readableBytes()];
    piece.getBytes(piece.readerIndex(), bytes);
    if (first == null) {
      first = bytes;
      return true;
    }
    if (more == null) {
      more = new ByteArrayOutputStream(2 * (size + bytes.length));
      more.writeBytes(first);
    }
    more.writeBytes(bytes);
    return true;
  }

  /** Returns all that was added. */
  byte[] bytes() {
    if (more != null) {
      return more.toByteArray();
    }
    return first == null ? NOTHING : first;
  }
}
