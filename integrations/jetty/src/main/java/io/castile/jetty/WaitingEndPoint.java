package io.castile.jetty;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose thread waits for the next request a moment longer. Where a client calls again
 * and again, a request then takes a wait, a read and a write, and no other thread: Jetty would have
 * the selector watch the connection anew, and a selecting thread hand its place on, for each
 * request.
 *
 * <p>Invariant: at most one thread is the {@link #waiter}. It is in {@link #serve}, and only it
 * defers an interest to read; what any other thread wants to know of the connection, the server's
 * selector tells. A waiter that is about to wait for something else within a request gives its part
 * up before ({@link #release}), so that no interest is deferred that no thread would serve.
 */
final class WaitingEndPoint extends SocketChannelEndPoint {
  private final RequestWaits waits;
  private SelectionKey key; // of the server's selector; used by the selecting thread only
  private final Runnable served = new Served();

  /** The thread that serves requests and waits for more; null for none. */
  private final AtomicReference<@Nullable Thread> waiter = new AtomicReference<>();

  /** Whether the waiter is to wait: its connection has asked for bytes. Used by the waiter only. */
  private boolean isDeferred;

  /**
   * Whether the last request has been answered, and nothing was looked for since: a read would
   * nearly always find nothing, and the wait says when there is something. Used by the waiter only.
   */
  private boolean isAnswered;

  /**
   * @param waits of all connections of the server
   */
  WaitingEndPoint(
      SocketChannel channel,
      ManagedSelector selector,
      SelectionKey key,
      Scheduler scheduler,
      RequestWaits waits) {
    super(channel, selector, key, scheduler);
    this.key = key;
    this.waits = waits;
  }

  @Override
  public void replaceKey(SelectionKey newKey) {
    super.replaceKey(newKey);
    key = newKey;
  }

  /** Called by the selecting thread. A task that must not block is no place to wait. */
  @Override
  public @Nullable Runnable onSelected() {
    boolean isReadable = key.readyOps() == SelectionKey.OP_READ;
    Runnable task = super.onSelected();
    return isReadable && Invocable.getInvocationType(task) == Invocable.InvocationType.BLOCKING
        ? served
        : task;
  }

  @Override
  protected void needsFillInterest() {
    if (waiter.get() == Thread.currentThread()) {
      isDeferred = true;
    } else {
      super.needsFillInterest();
    }
  }

  @Override
  public int fill(ByteBuffer buffer) throws IOException {
    if (isAnswered && waiter.get() == Thread.currentThread()) {
      return 0;
    }
    return super.fill(buffer);
  }

  /** Returns the end point of a request's socket where it may wait; null where it is another. */
  static @Nullable WaitingEndPoint of(Request request) {
    EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    return TimedWrite.carrier(endPoint) instanceof WaitingEndPoint waiting ? waiting : null;
  }

  /**
   * Says that the current thread has read a request whole and answered it, so that it need not look
   * for the next one before it waits.
   */
  void answered() {
    if (waiter.get() == Thread.currentThread()) {
      isAnswered = true;
    }
  }

  /** Has the server's selector watch the connection, as the current thread may wait elsewhere. */
  void release() {
    boolean isInterested = isDeferred;
    if (waiter.compareAndSet(Thread.currentThread(), null) && isInterested) {
      super.needsFillInterest();
    }
  }

  /** Serves what has come, and then what comes while this thread waits. */
  private void serve() {
    Thread own = Thread.currentThread();
    isDeferred = false;
    isAnswered = false;
    waiter.set(own);
    RequestWaits.@Nullable Place place = null;
    try {
      boolean more = getFillInterest().fillable();
      while (more && waiter.get() == own && isDeferred) {
        place = place == null ? waits.enter(getChannel()) : place;
        more = place != null && place.await();
        if (more) {
          isDeferred = false;
          isAnswered = false;
          more = getFillInterest().fillable();
        }
      }
    } finally {
      if (place != null) {
        place.leave();
      }
      release();
    }
  }

  /** The work that the selecting thread has done by itself or another thread. */
  private final class Served implements Invocable.Task, Closeable {
    @Override
    public void run() {
      serve();
    }

    @Override
    public InvocationType getInvocationType() {
      return getFillInterest().getCallbackInvocationType();
    }

    /** Called where no thread can be had. */
    @Override
    public void close() {
      WaitingEndPoint.this.close();
    }
  }
}
