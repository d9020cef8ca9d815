package io.castile.soap.server;

import io.castile.soap.http.message.ErrorText;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses requests that no service is to see, by a status and a line of text. */
final class Refusals {
  private static final Logger log = LoggerFactory.getLogger(Refusals.class);

  /** How long a client that was refused may go on sending. */
  private static final Duration MAX_DRAIN = Duration.ofSeconds(1);

  private static final String RETRY_AFTER_SECONDS = "1";

  private Refusals() {}

  /** Refuses a request. */
  static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
    exchange.status(status);
    exchange.header("Content-Type", "text/plain; charset=utf-8");
    byte[] content = (reason + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.send(Payload.of(content, content.length));
  }

  /** Refuses a request here and now, and says when to send it again. */
  static void refuseForNow(HttpExchange exchange, String reason) throws IOException {
    exchange.endConnection();
    exchange.header("Retry-After", RETRY_AFTER_SECONDS);
    refuse(exchange, 503, reason);
  }

  /** Refuses unknown content codings, and names the known ones (RFC 9110 §15.5.16). */
  static void refuseCodings(@Nullable RequestDecoder known, String codings, HttpExchange exchange)
      throws IOException {
    exchange.header("Accept-Encoding", known == null ? "identity" : known.accepted());
    refuse(
        exchange,
        415,
        "expected "
            + (known == null ? "no content coding" : known.expected())
            + ", found '"
            + ErrorText.shortened(codings)
            + "'");
  }

  /** Refuses a request whose length is beyond the limit. */
  static void refuseTooLarge(HttpExchange exchange, long maxBytes) throws IOException {
    refuseUnread(exchange, 413, "the message has more than " + maxBytes + " bytes");
  }

  /**
   * Refuses a request whose content is too large, comes too slowly, or is not in its coding.
   *
   * @param failure of reading the content
   * @throws IOException {@code failure}, where it is of the connection
   */
  static void refuseContent(HttpExchange exchange, IOException failure, long maxBytes)
      throws IOException {
    if (failure instanceof RequestDecoder.Refused coding) {
      int status = coding.isTooLarge() ? 413 : 400;
      refuseUnread(exchange, status, "the content coding of the request: " + coding.getMessage());
    } else if (failure instanceof RequestContent.TooLarge) {
      refuseTooLarge(exchange, maxBytes);
    } else if (failure instanceof RequestContent.TooLate) {
      exchange.endConnection();
      refuse(exchange, 408, "the request did not arrive in time");
    } else {
      throw failure;
    }
  }

  /**
   * Refuses a request, and then takes in a little more of it: a connection that is closed with
   * bytes unread is reset, and the client may lose the response (RFC 9112 §9.6).
   */
  private static void refuseUnread(HttpExchange exchange, int status, String reason)
      throws IOException {
    exchange.endConnection();
    refuse(exchange, status, reason);
    ArrivalPace pace = new ArrivalPace(MAX_DRAIN, 0);
    byte[] unwanted = new byte[64 << 10];
    try (InputStream in = exchange.content(pace)) {
      int read = in.read(unwanted);
      while (read >= 0 && pace.isKept()) {
        read = in.read(unwanted);
      }
    } catch (IOException e) {
      log.debug("a refused client has gone: {}", e.getMessage());
    }
  }
}
