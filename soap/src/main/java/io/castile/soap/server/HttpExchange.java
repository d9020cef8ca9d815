package io.castile.soap.server;

import io.castile.xml.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.security.Principal;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A request over HTTP and the answer to it, as an HTTP server hands them over: what stands between
 * an {@link HttpHandler} or a {@link SoapHttpMount} and a server of any kind. An exchange is used
 * by the thread that serves it only.
 */
public interface HttpExchange {
  /** Returns the method, as {@code POST}. */
  String method();

  /** Returns the version of HTTP, as {@code HTTP/1.1}; null, as here, where that is not known. */
  default @Nullable String protocol() {
    return null;
  }

  /**
   * Returns where the services are mounted: the path, as it stands in addresses, before {@link
   * #path}; empty for the root. It comes from the server's configuration, not from the request.
   */
  String mountPath();

  /**
   * Returns the path of the request below the mount, to be compared with those at which services
   * are published; {@code /} for the mount itself.
   */
  String path();

  /** Returns the query as it was sent; null for none. */
  @Nullable String query();

  /**
   * Returns path and query as the client has sent them, with parameters of the path such as {@code
   * ;jsessionid=…} that {@link #path} has not.
   */
  default String target() {
    return query() == null ? mountPath() + path() : mountPath() + path() + "?" + query();
  }

  /** Returns scheme, host and port as the client named them, as {@code https://example.com:81}. */
  String origin();

  /** Returns the value of a header field; null for none, the first of several. */
  @Nullable String header(String name);

  /** Gives the name and value of each header field line, several of one name one after another. */
  void headers(BiConsumer<String, String> fields);

  /** Returns the length of the content as the request says; -1 where it does not. */
  long contentLength();

  /**
   * Returns the content. It ends where the request does; where the connection has ended before, it
   * fails.
   */
  InputStream content() throws IOException;

  /**
   * Returns the content, whose reads wait no longer than they may.
   *
   * @param pace says how long that is; a read that would wait for longer is to fail with a {@link
   *     java.net.SocketTimeoutException}. Where a server's own reads cannot be given up, as here by
   *     default, a read that takes longer fails once it ends
   */
  default InputStream content(ArrivalPace pace) throws IOException {
    return content();
  }

  /** Returns the sender of the request, as authenticated by the server; null if unknown. */
  @Nullable Principal principal();

  /** Whether the server knows that {@link #principal} has a role. */
  boolean isInRole(String role);

  /**
   * Returns properties that services and handlers may ask for, by the names of {@code
   * MessageContext}, beside those that say what the methods above do; maybe none.
   */
  Map<String, Object> properties();

  /** Sets the status of the answer; 200 before. */
  void status(int status);

  /** Sets a header field of the answer, in place of one of that name. */
  void header(String name, String value);

  /** Has the connection end behind the answer, where it carries one exchange after another. */
  void endConnection();

  /**
   * Sends head and content of the answer, and returns when they have left; to be called once.
   *
   * @param content used during the call only; its length is that of the answer where it is known
   * @throws IOException if the connection fails, or the content does; then the server ends the
   *     connection, so that no part of an answer looks like a whole
   */
  void send(Payload content) throws IOException;
}
