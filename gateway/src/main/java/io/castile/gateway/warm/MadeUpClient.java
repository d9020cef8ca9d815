package io.castile.gateway.warm;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** A connection of the warm-up's client. Used by one thread. */
final class MadeUpClient implements AutoCloseable {
  private static final int MOST_MILLIS = 2_000; // that a response is waited for

  private final Socket socket;
  private final MadeUpReader in;
  private final OutputStream out;

  /**
   * @param socket is closed with the client
   */
  MadeUpClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(MOST_MILLIS);
    in = new MadeUpReader(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /**
   * Sends a request and reads the response.
   *
   * @param status that is expected
   * @throws IOException if there is none, or another one
   */
  void ask(byte[] request, int status) throws IOException {
    out.write(request);
    out.flush();
    MadeUpMessage response = in.next();
    if (response == null) {
      throw new EOFException("expected a response, found the end of the connection");
    }
    if (response.status() != status) {
      throw new IOException("expected status " + status + ", found " + response.status());
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
