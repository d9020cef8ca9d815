package io.castile.gateway.http;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The idle connections of one event loop to one origin, the last used first. */
final class OriginPool {
  private final Deque<OriginConnection> idle = new ArrayDeque<>();

  /** Takes a connection that is still of use, and closes others; null if none is idle. */
  @Nullable OriginConnection take() {
    OriginConnection connection = idle.pollFirst();
    while (connection != null && !(connection.isUsable() && connection.isSilent())) {
      connection.channel().close();
      connection = idle.pollFirst();
    }
    return connection;
  }

  void give(OriginConnection connection) {
    idle.addFirst(connection);
  }

  void remove(OriginConnection connection) {
    idle.remove(connection);
  }
}
