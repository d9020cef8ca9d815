package io.castile.soap;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import javax.net.ssl.SSLException;

/** Says of a call that failed what failed, where, what was expected, and what was found. */
final class TransportFailures {
  private final String endpoint;
  private final HttpAddress address;
  private final HttpProxy proxy; // null for none
  private final CallOptions options;

  /**
   * @param options of the call, with all timeouts
   */
  TransportFailures(
      String endpoint, HttpAddress address, HttpOptions transport, CallOptions options) {
    this.endpoint = HttpTransport.shown(endpoint);
    this.address = address;
    this.proxy = transport.proxy();
    this.options = options;
  }

  /** No connection came about. */
  SoapTransportException connect(TimeLimit limit, IOException e) {
    String reason;
    if (limit.hasPassed()) {
      reason = callTimeout() + " while connecting to " + peer();
    } else if (isInterrupt(e)) {
      reason = "the thread was interrupted";
    } else if (e instanceof SocketTimeoutException) {
      reason = "no answer of " + peer() + within("connect", options.connectTimeout());
    } else if (e instanceof UnknownHostException) {
      reason =
          (proxy == null ? "the host '" + address.host() : "the proxy's host '" + proxy.host())
              + "' is not known";
    } else if (e instanceof ConnectException) {
      reason = "connection refused by " + peer() + ": " + text(e);
    } else if (e instanceof SSLException) {
      reason = tls(e);
    } else {
      reason = text(e);
    }
    return SoapTransportException.unsent("no connection to " + endpoint + ": " + reason, e);
  }

  /** A connection stood, and no response came back by it. */
  SoapTransportException exchange(HttpConnection connection, TimeLimit limit, IOException e) {
    boolean unsent = !connection.isSent() && !connection.hasReceived();
    String reason;
    String processed = "";
    if (limit.hasPassed()) {
      reason = callTimeout() + (connection.hasReceived() ? "; a part of it had come" : "");
    } else if (isInterrupt(e)) {
      reason = "the thread was interrupted";
    } else if (e instanceof SocketTimeoutException) {
      reason =
          (unsent ? "nothing taken" : "nothing received")
              + " for the read timeout of "
              + options.readTimeout().toMillis()
              + " ms";
    } else {
      reason = e instanceof SSLException ? tls(e) : text(e) + ended(connection);
      processed =
          connection.isSent() && !connection.hasReceived()
              ? "; the whole request had left, so it may have been processed, and is sent again"
                  + " only for operations declared with retrySafe"
              : "";
    }
    String message = "call to " + endpoint + " failed: " + reason + processed;
    return unsent
        ? SoapTransportException.unsent(
            message + "; the request had not left whole, so it was not processed", e)
        : new SoapTransportException(message, e);
  }

  private String peer() {
    String target = HttpAddress.authority(address.host(), address.port());
    return proxy == null ? target : "proxy " + proxy + " for " + target;
  }

  private String callTimeout() {
    return "no complete answer" + within("call", options.callTimeout());
  }

  private static String within(String name, Duration timeout) {
    return " within the " + name + " timeout of " + timeout.toMillis() + " ms";
  }

  private String tls(IOException e) {
    return "TLS with "
        + HttpAddress.authority(address.host(), address.port())
        + " failed: "
        + TlsFailure.reason(e, address.host())
        + ", found: "
        + text(e);
  }

  /**
   * With TLS 1.3 a client hears of its certificate when it thinks that all is well, and often only
   * by the end of the connection.
   */
  private String ended(HttpConnection connection) {
    return address.secure() && !connection.hasReceived()
        ? "; so end services that ask for a certificate of the client, which is set by"
            + " keys(KeyStore, password) or tls(factory) of its builder"
        : "";
  }

  private static boolean isInterrupt(IOException failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }

  private static String text(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
