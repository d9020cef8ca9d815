package io.castile.jetty;

import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Tells content in chunks that ended with its connection from what is whole. Jetty 12.1 takes it
 * for whole where the connection ended behind the carriage return that follows a chunk.
 */
final class TruncatedChunks {
  private TruncatedChunks() {}

  /** Whether the content of a request, read to its end, lacks its last chunk. */
  static boolean isCut(Request request) {
    return request.getConnectionMetaData().getConnection() instanceof HttpConnection http
        && http.getParser().isChunking()
        && http.getParser().isState(HttpParser.State.CLOSED);
  }
}
