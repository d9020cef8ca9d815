package io.castile.gateway.http;

import io.netty.channel.EventLoop;

/** A connection of a client, of whatever version of HTTP. */
interface FrontConnection {
  /** Returns the event loop on which everything else of it is called. */
  EventLoop eventLoop();

  /** Ends the connection once the requests that are under way have their responses. */
  void drain();
}
