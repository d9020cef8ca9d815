package io.castile.bench.harness;

import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;

/** Where messages go. */
@FunctionalInterface
public interface Outlet {
  /**
   * Nowhere: what is timed then ends before the socket. A message that is made only while it is
   * sent is made.
   */
  Outlet NONE =
      message -> {
        if (message.size() == Payload.UNKNOWN_SIZE) {
          message.writeTo(OutputStream.nullOutputStream());
        }
      };

  /** Returns when the message has left: for a socket, when the last write has returned. */
  void send(Payload message) throws IOException;
}
