package io.castile.gateway.http;

import io.netty.channel.EventLoop;

/** A connection of a client, of whatever version of HTTP. */
interface FrontConnection {
  /** Returns the event loop on which it is drained. */
  EventLoop eventLoop();

  /** Ends the connection once the requests that are under way have their responses. */
  void drain();

  /** Whether a response may not have come to the client as a whole; called on any thread. */
  boolean hasUndelivered();
}
