package io.castile.soap.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A plain socket: pieces leave by gathering writes, without being copied to one array first.
 *
 * <p>The channel is in blocking mode but for the time of a gathering write. So a read is one system
 * call, which a {@link ReadDeadline} bounds, and a write of much to a receiver that takes nothing
 * ends with a timeout.
 */
final class ChannelSocketStream implements SocketStream {
  /**
   * The most bytes that are handed to one write or read: the platform copies what lies on the heap
   * to and from memory of its own, as much as it is given, and keeps that memory for the thread.
   */
  private static final int WINDOW_BYTES = 128 << 10;

  private static final int MAX_KEPT_BYTES = 64 << 10;

  private final SocketChannel channel;
  private final InputStream in = new Received();
  private final ReadDeadline deadline;

  /** So much goes into the send buffer of a connection whose last message was taken. */
  private static final int SURE_BYTES = 16 << 10;

  private int silenceMillis;
  private TimeLimit call = TimeLimit.start(null);

  /** Waits for room to write; opened when that is needed for the first time. */
  private @Nullable Selector selector;

  /**
   * @param channel connected, blocking; closed with this stream
   */
  ChannelSocketStream(SocketChannel channel) {
    this.channel = channel;
    this.deadline = new ReadDeadline(channel);
  }

  @Override
  public void limit(int silenceMillis, TimeLimit call) throws IOException {
    this.silenceMillis = silenceMillis;
    this.call = call;
    call.watch(channel);
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public Closeable socket() {
    return channel;
  }

  @Override
  public boolean isQuiet() throws IOException {
    return isQuiet(channel);
  }

  /** Like {@link SocketStream#isQuiet}, for what comes through a channel in blocking mode. */
  static boolean isQuiet(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    int read = channel.read(ByteBuffer.allocate(1)); // -1 for the end, 0 for nothing
    channel.configureBlocking(true);
    return read == 0;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer piece = ByteBuffer.wrap(bytes, offset, length);
    if (length > SURE_BYTES) {
      write(new ByteBuffer[] {piece}, 1);
      return;
    }
    while (piece.hasRemaining()) {
      channel.write(piece);
    }
  }

  @Override
  public void write(ByteBuffer[] pieces, int count) throws IOException {
    channel.configureBlocking(false);
    try {
      writeAll(pieces, count);
    } finally {
      if (channel.isOpen()) {
        channel.configureBlocking(true);
      }
    }
  }

  /** Invariant: every piece before {@code first} is empty. */
  private void writeAll(ByteBuffer[] pieces, int count) throws IOException {
    int first = 0;
    while (first < count) {
      if (!pieces[first].hasRemaining()) {
        first++;
      } else if (writeSome(pieces, first, count) == 0) {
        awaitRoom();
      }
    }
  }

  /** Writes from the beginning of piece {@code first} on, a window at most. */
  private long writeSome(ByteBuffer[] pieces, int first, int count) throws IOException {
    int end = first;
    int window = WINDOW_BYTES;
    while (end < count && pieces[end].remaining() <= window) {
      window -= pieces[end].remaining();
      end++;
    }
    if (end > first) {
      return channel.write(pieces, first, end - first);
    }
    ByteBuffer large = pieces[first];
    int limit = large.limit();
    large.limit(large.position() + WINDOW_BYTES);
    try {
      return channel.write(large);
    } finally {
      large.limit(limit);
    }
  }

  private void awaitRoom() throws IOException {
    if (selector == null) {
      selector = Selector.open();
    }
    SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
    int ready;
    try {
      ready = selector.select(call.millisLeft(silenceMillis));
    } finally {
      key.cancel();
      selector.selectNow(); // takes the key off, without which the mode cannot be changed back
    }
    if (ready == 0) {
      throw Thread.currentThread().isInterrupted()
          ? new ClosedByInterruptException()
          : new SocketTimeoutException("nothing taken for " + silenceMillis + " ms");
    }
  }

  @Override
  public void close() throws IOException {
    deadline.forget();
    try (Selector opened = selector) {
      channel.close();
    }
  }

  /** Reads what the other side sends. */
  private final class Received extends InputStream {
    /** Around the array that was read into last, which mostly is the next one too. */
    private ByteBuffer last = ByteBuffer.allocate(0);

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer target = target(bytes);
      target.limit(offset + Math.min(length, WINDOW_BYTES)).position(offset);
      deadline.begin(silenceMillis * 1_000_000L);
      try {
        int count = channel.read(target);
        if (deadline.end()) {
          return count;
        }
      } catch (IOException e) {
        if (deadline.end()) {
          throw e;
        }
      }
      throw new SocketTimeoutException("nothing came for " + silenceMillis + " ms");
    }

    /** A large array is not kept: it may be that of a message. */
    private ByteBuffer target(byte[] bytes) {
      if (last.array() == bytes) {
        return last;
      }
      ByteBuffer target = ByteBuffer.wrap(bytes);
      if (bytes.length <= MAX_KEPT_BYTES) {
        last = target;
      }
      return target;
    }

    @Override
    public int available() throws IOException {
      return channel.socket().getInputStream().available();
    }
  }
}
