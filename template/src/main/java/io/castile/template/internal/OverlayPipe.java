package io.castile.template.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Two chunks: one is filled by the thread that writes a message while another thread sends the
 * other (pipelined send). That thread starts with the second chunk; a message that fits into one is
 * sent by the caller.
 */
final class OverlayPipe implements AutoCloseable {
  /** A chunk on its way between the two threads. */
  static final class Piece {
    final byte[] bytes;
    int used;

    /** The layout of the bytes, so that their tags need not be written again; or null. */
    @Nullable Object layout;

    private Piece(int capacity) {
      bytes = new byte[capacity];
    }
  }

  private static final Piece END = new Piece(0);

  private final OutputStream out;
  private final int capacity;
  private final BlockingQueue<Piece> full = new ArrayBlockingQueue<>(2);
  private final BlockingQueue<Piece> free = new ArrayBlockingQueue<>(2);
  private Piece current;
  private @Nullable Thread sender; // null while the message fits into one chunk
  private volatile @Nullable IOException failure;

  OverlayPipe(OutputStream out, int capacity) {
    this.out = out;
    this.capacity = capacity;
    this.current = new Piece(capacity);
  }

  /** The chunk that is being filled. */
  Piece current() {
    return current;
  }

  /** Appends bytes. */
  void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int left = length;
    while (left > 0) {
      if (current.used == capacity) {
        next();
      }
      int part = Math.min(left, capacity - current.used);
      System.arraycopy(bytes, from, current.bytes, current.used, part);
      current.layout = null;
      current.used += part;
      from += part;
      left -= part;
    }
  }

  /** Has the current chunk sent, and goes on with the other once that has been. */
  void next() throws IOException {
    if (current.used == 0) {
      return;
    }
    if (sender == null) {
      free.add(new Piece(capacity));
      sender = new Thread(this::send, "castile-overlay");
      sender.setDaemon(true);
      sender.start();
    }
    try {
      full.put(current);
      current = free.take();
    } catch (InterruptedException e) {
      throw interrupted();
    }
    current.used = 0;
    checkSent();
  }

  /** Sends what is left; returns when all has been sent. */
  void finish() throws IOException {
    if (sender == null) {
      out.write(current.bytes, 0, current.used);
      return;
    }
    try {
      full.put(current);
      full.put(END);
      sender.join();
    } catch (InterruptedException e) {
      throw interrupted();
    }
    checkSent();
  }

  private void checkSent() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  private static InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while a message was sent");
  }

  /** The second thread; it never waits for the stream without having been given something. */
  private void send() {
    try {
      for (Piece piece = full.take(); piece != END; piece = full.take()) {
        if (failure == null) {
          write(piece);
        }
        free.add(piece);
      }
    } catch (InterruptedException e) {
      failure = new InterruptedIOException("the sending thread was interrupted");
    }
  }

  private void write(Piece piece) {
    try {
      out.write(piece.bytes, 0, piece.used);
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException | Error e) { // else the first thread would wait for this one
      failure = new IOException("a chunk was not sent: " + e, e);
    }
  }

  /**
   * Ends the second thread. After a failure it may still be sending one chunk, until the owner of
   * the stream closes that.
   */
  @Override
  public void close() {
    if (sender != null && sender.isAlive()) {
      full.clear();
      full.add(END);
    }
  }
}
