package io.castile.gateway.http;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The event loops of a gateway, and what each of them has for itself. A request, and the call of
 * the origin that it leads to, are on one loop. Thread-safe.
 */
public final class Loops implements AutoCloseable {
  private final EventLoopGroup group;
  private final Map<EventExecutor, LoopState> states = new IdentityHashMap<>();

  /** The state of one loop; used on that loop only. */
  static final class LoopState {
    final EventLoop eventLoop;
    final Deadlines deadlines;
    final Map<Origin, OriginPool> pools = new IdentityHashMap<>();

    LoopState(EventLoop loop) {
      this.eventLoop = loop;
      this.deadlines = new Deadlines(loop);
    }

    /** The pool of an origin. One that is new takes the place of those that have become empty. */
    OriginPool pool(Origin origin) {
      OriginPool pool = pools.get(origin);
      if (pool == null) {
        pools.values().removeIf(OriginPool::isEmpty); // as of origins that no route has any more
        pool = new OriginPool(origin, this);
        pools.put(origin, pool);
      }
      return pool;
    }
  }

  /**
   * Starts the loops.
   *
   * @param count how many
   */
  public Loops(int count) {
    group = new Group(count);
    for (EventExecutor each : group) {
      states.put(each, new LoopState((EventLoop) each));
    }
  }

  EventLoopGroup group() {
    return group;
  }

  /** Returns any loop. */
  EventLoop next() {
    return group.next();
  }

  LoopState state(EventLoop loop) {
    LoopState state = states.get(loop);
    if (state == null) {
      throw new IllegalArgumentException("Cannot use an event loop of another gateway.");
    }
    return state;
  }

  /** Has something done again and again until the loops end; it must not take time. */
  public void every(Duration pause, Runnable work) {
    group
        .next()
        .scheduleWithFixedDelay(work, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends the loops, with all listeners and connections. */
  @Override
  public void close() {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
  }

  private static final class Group extends MultiThreadIoEventLoopGroup {
    Group(int count) {
      super(count, new DefaultThreadFactory("castile-gateway", true), NioIoHandler.newFactory());
    }

    @Override
    protected IoEventLoop newChild(Executor executor, IoHandlerFactory factory, Object... args) {
      return new ClosingLoop(this, executor, factory);
    }
  }

  /**
   * An event loop that never ends before its channels are closed. Netty's own closes them only in a
   * turn that begins after the end was asked for, and without a quiet period that turn may be
   * missed: sockets would stay open, and ports taken, until the process ends.
   */
  private static final class ClosingLoop extends SingleThreadIoEventLoop {
    ClosingLoop(IoEventLoopGroup parent, Executor executor, IoHandlerFactory factory) {
      super(parent, executor, factory);
    }

    @Override
    protected boolean confirmShutdown() {
      closeChannels();
      boolean isConfirmed = super.confirmShutdown(); // which runs tasks that may register one
      closeChannels();
      return isConfirmed;
    }

    private void closeChannels() {
      if (isShuttingDown()) {
        ioHandler().prepareToDestroy();
      }
    }
  }
}
