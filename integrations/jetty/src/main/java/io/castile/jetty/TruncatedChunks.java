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

  /**
   * Checks that Jetty's connection can be asked, so that no request fails for it later.
   *
   * @throws IllegalStateException if Jetty is a module that does not export its class
   */
  static void checkAccess() {
    Module jetty = Request.class.getModule();
    Module own = TruncatedChunks.class.getModule();
    String internal = Request.class.getPackageName() + ".internal";
    if (!jetty.isExported(internal, own)) {
      throw new IllegalStateException(
          "Cannot start the server, because Jetty on the module path hides whether a request has"
              + " been cut short. Pass the option --add-exports "
              + jetty.getName()
              + "/"
              + internal
              + "="
              + (own.isNamed() ? own.getName() : "ALL-UNNAMED")
              + " to java.");
    }
  }

  /** Whether the content of a request, read to its end, lacks its last chunk. */
  static boolean isCut(Request request) {
    return request.getConnectionMetaData().getConnection() instanceof HttpConnection http
        && http.getParser().isChunking()
        && http.getParser().isState(HttpParser.State.CLOSED);
  }
}
