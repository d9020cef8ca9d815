package io.castile.gateway.http;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** An origin gave no answer, or only a part of one. Without a stack: it is a result. */
public final class OriginFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** The kind of a failure. Up to {@link #BUSY} no connection was made: nothing was sent. */
  public enum Kind {
    /** The origin's address accepts no connections. */
    REFUSED(502, "connection_refused", "refuses connections"),
    /** The origin's name is none that the resolver knows. */
    NAME_NOT_FOUND(502, "dns_error", "has a name that is not found"),
    /** The connection, or its TLS, was not made in time. */
    CONNECT_LATE(504, "connection_timeout", "did not take a connection in time"),
    /** No network leads to the origin's address. */
    UNROUTABLE(502, "destination_ip_unroutable", "is in no network that is reached"),
    /** The origin's certificate is of no authority that is trusted, too old, or of another name. */
    UNTRUSTED(502, "tls_certificate_error", "has a certificate that is not trusted"),
    /** The origin ended the handshake of TLS, as where it wants a certificate. */
    TLS_ALERT(502, "tls_alert_received", "ended the handshake of TLS"),
    /** The origin does not speak TLS, or none that the gateway speaks. */
    NO_TLS(502, "tls_protocol_error", "does not speak TLS as the gateway does"),
    /** No connection was made, for another reason. */
    UNREACHABLE(502, "destination_unavailable", "cannot be reached"),
    /** The origin has as many open connections as it may have: nothing was sent. */
    BUSY(
        503,
        "connection_limit_reached",
        "is asked as much as it may be (limits.originConnections)"),
    /** The head of the request is larger than the origin takes: nothing was sent. */
    HEAD_TOO_LARGE(431, "http_request_error", "takes no head as large as that of the request"),
    /** The connection ended before an answer began. */
    BROKEN(502, "connection_terminated", "closed the connection without an answer"),
    /** The connection ended within the answer. */
    CUT(502, "http_response_incomplete", "did not answer to the end"),
    /** The received bytes are no HTTP. */
    MALFORMED(502, "http_protocol_error", "did not answer in HTTP"),
    /** The answer, or the rest of it, did not come in time. */
    LATE(504, "http_response_timeout", "did not answer in time"),
    /** The answer is larger than what is held. */
    TOO_LARGE(502, "http_response_body_size", "answered with more than the gateway holds"),
    /** The answer is not protected as the route demands. */
    UNPROTECTED(502, "http_protocol_error", "did not protect its answer as the route demands"),
    /** The gateway protects and opens as many messages as it may. */
    NO_TURN(503, "proxy_internal_error", "waits for messages that are protected or opened"),
    /** The request cannot be protected as the route says: nothing was sent. */
    NOT_SECURED(500, "proxy_configuration_error", "cannot be sent a request that is protected");

    private final int status;
    private final String error;
    private final String words;

    Kind(int status, String error, String words) {
      this.status = status;
      this.error = error;
      this.words = words;
    }

    /** Returns the status of HTTP that tells a client. */
    public int status() {
      return status;
    }

    /** Returns the type of error by which it is registered (RFC 9209 §2.3). */
    public String error() {
      return error;
    }

    /** Returns what the origin does, or is, in words. */
    String words() {
      return words;
    }
  }

  private final Kind kind;

  /**
   * @param message for the log: names the origin
   */
  public OriginFailure(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  /** Returns the failure of a connection that was not made. */
  static OriginFailure notConnected(Origin origin, Throwable cause) {
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new OriginFailure(kind(cause), "no connection to " + origin + ": " + message);
  }

  private static Kind kind(Throwable cause) {
    if (cause instanceof UnknownHostException) {
      return Kind.NAME_NOT_FOUND;
    } else if (cause instanceof ConnectTimeoutException
        || cause instanceof SslHandshakeTimeoutException) {
      return Kind.CONNECT_LATE;
    } else if (cause instanceof NoRouteToHostException) {
      return Kind.UNROUTABLE;
    } else if (cause instanceof ConnectException) {
      String message = String.valueOf(cause.getMessage());
      return message.contains("refused")
          ? Kind.REFUSED
          : message.contains("unreachable") ? Kind.UNROUTABLE : Kind.UNREACHABLE;
    }
    Kind tls = tls(cause);
    return tls == null ? Kind.UNREACHABLE : tls;
  }

  /** Returns the failure of TLS; null where it is none. */
  static @Nullable Kind tls(Throwable thrown) {
    boolean isTls = false;
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof CertificateException || each instanceof CertPathValidatorException) {
        return Kind.UNTRUSTED;
      }
      String message = String.valueOf(each.getMessage());
      if (each instanceof SSLException && message.contains("fatal alert")) {
        return message.startsWith("Received") ? Kind.TLS_ALERT : Kind.NO_TLS;
      }
      isTls |= each instanceof SSLException || each instanceof NotSslRecordException;
    }
    return isTls ? Kind.NO_TLS : null;
  }

  /** Returns the failure of a connection that was made, and whose handshake of TLS failed. */
  static OriginFailure notShaken(Origin origin, Throwable cause) {
    return cause instanceof ClosedChannelException
        ? new OriginFailure(
            Kind.NO_TLS, "no connection to " + origin + ": it was closed in the handshake of TLS")
        : notConnected(origin, cause);
  }

  /** Returns what went wrong. */
  public Kind kind() {
    return kind;
  }
}
