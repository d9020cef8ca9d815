package io.castile.jetty;

import io.castile.soap.server.RequestCount;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers in words of our own to requests that Jetty refuses itself, as they are not HTTP or more
 * than a limit, or that failed before their answer began. The connection ends behind such an
 * answer. Thread-safe.
 */
final class RefusalErrorHandler implements Request.Handler {
  private final RequestCount requests;
  private final int maxHeaderBytes;

  /**
   * @param requests of the server, which tell whether it is being closed
   * @param maxHeaderBytes of a request's head
   */
  RefusalErrorHandler(RequestCount requests, int maxHeaderBytes) {
    this.requests = requests;
    this.maxHeaderBytes = maxHeaderBytes;
  }

  /** Called by Jetty with the status that it would answer, and maybe with the failure. */
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (requests.isRefusing()) {
      AdmissionHandler.refuse(response, callback, "the server is being closed");
      return true;
    }
    Throwable failure = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
    HttpException known = find(failure, HttpException.class);
    int status = status(response.getStatus(), failure, known);
    end(response, callback, status, reason(status, failure, known));
    return true;
  }

  private static int status(int said, @Nullable Throwable failure, @Nullable HttpException known) {
    if (known != null) {
      // 426 would have to name what to upgrade to (RFC 9110 §15.5.22): an unknown version it is.
      return known.getCode() == HttpStatus.UPGRADE_REQUIRED_426
          ? HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505
          : known.getCode();
    }
    if (find(failure, TimeoutException.class) != null) {
      return HttpStatus.REQUEST_TIMEOUT_408;
    }
    return find(failure, EOFException.class) != null ? HttpStatus.BAD_REQUEST_400 : said;
  }

  private String reason(int status, @Nullable Throwable failure, @Nullable HttpException known) {
    return switch (status) {
      case HttpStatus.BAD_REQUEST_400 -> malformed(failure, known);
      case HttpStatus.REQUEST_TIMEOUT_408 -> "the request did not arrive in time";
      case HttpStatus.URI_TOO_LONG_414 ->
          "expected a request line of less than " + maxHeaderBytes + " bytes, found a longer one";
      case HttpStatus.EXPECTATION_FAILED_417 ->
          "expected the expectation 100-continue or none, found another one";
      case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
          "expected header or trailer fields of at most "
              + maxHeaderBytes
              + " bytes in all, found more";
      case HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 ->
          "expected a request of HTTP/1.0, HTTP/1.1 or HTTP/2, found another version";
      default ->
          status < 500
              ? "the server does not take this request: " + HttpStatus.getMessage(status)
              : "the server failed to answer the request";
    };
  }

  private static String malformed(@Nullable Throwable failure, @Nullable HttpException known) {
    if (find(failure, EOFException.class) != null) {
      return "expected the whole request, found the end of the connection before";
    }
    String found = known == null ? null : known.getReason();
    return found == null || found.equals(HttpStatus.getMessage(HttpStatus.BAD_REQUEST_400))
        ? "expected a request as HTTP has it, found one that cannot be read"
        : "expected a request as HTTP has it, found: " + found;
  }

  /** The first of a type among a failure and its causes; null for none. */
  private static <T> @Nullable T find(@Nullable Throwable failure, Class<T> type) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (type.isInstance(each)) {
        return type.cast(each);
      }
    }
    return null;
  }

  /** Answers why a request is not served, and ends the connection. */
  static void end(Response response, Callback callback, int status, String reason) {
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    answer(response, callback, status, reason);
  }

  /** Answers why a request is not served. */
  static void answer(Response response, Callback callback, int status, String reason) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.write(
        true, ByteBuffer.wrap((reason + "\n").getBytes(StandardCharsets.UTF_8)), callback);
  }
}
