package io.castile.gateway.http;

import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to one origin that an exchange may take, and the exchanges that
 * wait for one which is being made.
 *
 * <p>Only exchanges with an origin that is called by HTTP/2 wait here: several that begin at once
 * share the connection that the first of them has made. Invariant: no more of them wait than the
 * connections that are being made may carry.
 */
final class OriginPool {
  private final Origin origin;
  private final Loops.LoopState loop;

  /** Idle ones of HTTP/1.1, the last used first. */
  private final Deque<OriginConnection> idle = new ArrayDeque<>();

  /** The connections of HTTP/2, the oldest first, so that the others may become idle. */
  private final List<OriginStreams> shared = new ArrayList<>();

  private final Set<OriginExchange> waiting = new LinkedHashSet<>(); // the longest first
  private int making; // connections that exchanges wait for

  /**
   * How many exchanges a connection is expected to carry: as many as the last one that was made.
   */
  private int expectedStreams = OriginStreams.MAX_STREAMS;

  OriginPool(Origin origin, Loops.LoopState loop) {
    this.origin = origin;
    this.loop = loop;
  }

  /**
   * Takes what can carry an exchange, and closes what is of no use; null if there is nothing.
   *
   * @param isNew whether no connection of HTTP/1.1 is taken that was used before
   */
  @Nullable OriginCarrier take(boolean isNew) {
    OriginStreams free = free();
    if (free != null) {
      return free.open();
    }
    if (isNew) {
      return null;
    }
    OriginConnection connection = idle.pollFirst();
    while (connection != null && !(connection.isUsable() && connection.isSilent())) {
      connection.channel().close();
      connection = idle.pollFirst();
    }
    return connection;
  }

  /** The first connection of HTTP/2 with a free stream; null if there is none. */
  private @Nullable OriginStreams free() {
    for (OriginStreams each : List.copyOf(shared)) {
      if (each.isFree()) {
        return each;
      }
    }
    return null;
  }

  /** Whether there is no connection that may be taken, and none that is being made. */
  boolean isEmpty() {
    return idle.isEmpty() && shared.isEmpty() && waiting.isEmpty() && making == 0;
  }

  void give(OriginConnection connection) {
    idle.addFirst(connection);
  }

  void remove(OriginConnection connection) {
    idle.remove(connection);
  }

  // ---- exchanges that wait ----

  /** Gives an exchange a connection, or a stream of one, that is being made or will be. */
  void await(OriginExchange exchange, OriginClient client) {
    waiting.add(exchange);
    makeEnough(client);
  }

  private void makeEnough(OriginClient client) {
    while (waiting.size() > expected()) {
      making++;
      client.open(
          origin, loop, channel -> made(channel, client), failure -> notMade(failure, client));
    }
  }

  /** How many exchanges the connections that are being made may carry. */
  private int expected() {
    int count = making * expectedStreams;
    for (OriginStreams each : shared) {
      count += each.isSettled() ? 0 : Math.max(0, expectedStreams - each.streams());
    }
    return count;
  }

  private void made(Channel channel, OriginClient client) {
    making--;
    OriginStreams streams = channel.pipeline().get(OriginStreams.class);
    OriginConnection connection = channel.pipeline().get(OriginConnection.class);
    if (streams != null && streams.isOpen()) {
      shared.add(streams);
      serve();
    } else if (connection != null && connection.isUsable()) {
      expectedStreams = 1;
      OriginExchange first = nextWaiting();
      if (first == null) {
        connection.release(true, client.idleNanos());
      } else {
        first.connected(connection);
      }
    } else {
      failBeyondExpected(OriginClient.endedUnused(origin));
    }
    makeEnough(client);
  }

  private void notMade(OriginFailure failure, OriginClient client) {
    making--;
    failBeyondExpected(failure);
    makeEnough(client); // of those that have been added meanwhile
  }

  /** Gives exchanges that wait what is free. */
  void serve() {
    while (!waiting.isEmpty()) {
      OriginStreams free = free();
      OriginExchange next = free == null ? null : nextWaiting();
      if (free == null || next == null) {
        return;
      }
      next.connected(free.open());
    }
  }

  /** Lets an exchange that has ended wait no more. */
  void forget(OriginExchange exchange) {
    waiting.remove(exchange);
  }

  private @Nullable OriginExchange nextWaiting() {
    Iterator<OriginExchange> all = waiting.iterator();
    if (!all.hasNext()) {
      return null;
    }
    OriginExchange next = all.next();
    all.remove();
    return next;
  }

  private void failBeyondExpected(OriginFailure failure) {
    List<OriginExchange> failed = new ArrayList<>();
    while (waiting.size() > expected()) {
      failed.add(Objects.requireNonNull(nextWaiting())); // as there are some
    }
    boolean isCounted = true; // one connection is one failure, for however many it was
    for (OriginExchange each : failed) { // each of which may begin again, here
      if (!each.isOver()) {
        each.notConnected(failure, isCounted);
        isCounted = false;
      }
    }
  }

  /** Takes it that an origin has said how many streams a new connection may have. */
  void settled(int streams, OriginClient client) {
    expectedStreams = Math.max(1, streams);
    serve();
    if (streams == 0) { // as may the next one
      failBeyondExpected(
          new OriginFailure(
              OriginFailure.Kind.BUSY,
              origin + " takes no streams (SETTINGS_MAX_CONCURRENT_STREAMS is 0)"));
    } else {
      makeEnough(client);
    }
  }

  /**
   * Takes it that a connection of HTTP/2 takes no more exchanges.
   *
   * @param failure of those that wait for it; null where it has been ready before
   */
  void retired(OriginStreams connection, @Nullable OriginFailure failure, OriginClient client) {
    shared.remove(connection);
    if (failure != null) {
      failBeyondExpected(failure);
    } else {
      makeEnough(client);
    }
  }
}
