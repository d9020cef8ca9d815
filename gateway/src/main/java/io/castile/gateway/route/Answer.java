package io.castile.gateway.route;

import io.castile.cache.CacheEntry;
import io.castile.cache.representation.KeptMessage;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** An answer, as the gateway's call has it. */
sealed interface Answer {
  /**
   * An answer that is kept.
   *
   * @param body may be gone before it is written
   * @param entry that has it
   * @param stale why it is given though it is stale, as RFC 5861 names it; null where it is fresh
   * @param isCollapsed whether the call has waited for it while another one asked the origin
   */
  record Kept(Body body, CacheEntry entry, @Nullable String stale, boolean isCollapsed)
      implements Answer {}

  /** A message that is kept. */
  sealed interface Body {
    /** Returns the size, in bytes. */
    int size();

    /** Returns the message, which is not changed; null if it is gone. */
    byte @Nullable [] bytes();

    /** Returns a response of status 200 with the message; null if that is gone. */
    @Nullable Reply reply(HttpHeaders fields);
  }

  /** A message in the heap. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record InHeap(byte[] bytes) implements Body {
    @Override
    public int size() {
      return bytes.length;
    }

    @Override
    public Reply reply(HttpHeaders fields) {
      return new Reply(200, fields, bytes);
    }
  }

  /** A message outside of the heap, which is copied into a buffer of the network. */
  record OffHeap(KeptMessage message) implements Body {
    @Override
    public int size() {
      return message.size();
    }

    @Override
    public byte @Nullable [] bytes() {
      return message.copy();
    }

    @Override
    public @Nullable Reply reply(HttpHeaders fields) {
      ByteBuf buffer = ByteBufAllocator.DEFAULT.directBuffer(size());
      if (!message.copyTo(buffer.internalNioBuffer(0, size()))) {
        buffer.release();
        return null;
      }
      return Reply.ofBuffer(200, fields, buffer.writerIndex(size()));
    }
  }

  /** An answer that the origin has just given. */
  record Given(HeldResponse response) implements Answer {}

  /** An answer of the gateway's own. */
  record Own(Reply reply) implements Answer {}
}
