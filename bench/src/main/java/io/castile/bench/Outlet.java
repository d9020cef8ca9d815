package io.castile.bench;

import io.castile.xml.Payload;
import java.io.IOException;

/** Where messages go. */
@FunctionalInterface
interface Outlet {
  /** Nowhere: what is timed then ends before the socket. */
  Outlet NONE = message -> {};

  /** Returns when the message has left: for a socket, when the last write has returned. */
  void send(Payload message) throws IOException;
}
