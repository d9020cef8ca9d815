package io.castile.soap.http;

import io.castile.soap.SoapTransportException;
import io.castile.soap.http.message.ErrorText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says of a call that failed what failed, where, what was expected, and what was found. */
final class TransportFailures {
  private final String endpoint;
  private final HttpAddress address;
  private final HttpOptions.@Nullable Proxy proxy; // null for none
  private final CallOptions options;
  private final TlsFailures tls;

  /**
   * @param options of the call, with all timeouts
   */
  TransportFailures(
      String endpoint, HttpAddress address, HttpOptions transport, CallOptions options) {
    this.endpoint = ErrorText.address(endpoint);
    this.address = address;
    this.proxy = transport.proxy();
    this.options = options;
    this.tls = new TlsFailures(address);
  }

  /** No connection came about. */
  SoapTransportException connect(TimeLimit limit, IOException e) {
    String reason;
    if (limit.hasPassed()) {
      reason = callTimeout() + " while connecting to " + peer();
    } else if (isInterrupt(e)) {
      reason = "the thread was interrupted";
    } else if (e instanceof TlsSilenceException) {
      reason = tls.silence() + within("connect", options.connectTimeout());
    } else if (e instanceof SocketTimeoutException) {
      reason = "no answer of " + peer() + within("connect", options.connectTimeout());
    } else if (e instanceof UnknownHostException) {
      reason =
          (proxy == null ? "the host '" + address.host() : "the proxy's host '" + proxy.host())
              + "' is not known";
    } else if (e instanceof ConnectException) {
      reason = "connection refused by " + peer() + ": " + text(e);
    } else if (e instanceof SSLException) {
      reason = tls.reason(e);
    } else {
      reason = text(e);
    }
    return SoapTransportException.unsent("no connection to " + endpoint + ": " + reason, e);
  }

  /**
   * A connection stood, and no response came back by it.
   *
   * @param isNew whether the request was the first on it
   */
  SoapTransportException exchange(
      HttpConnection connection, boolean isNew, TimeLimit limit, IOException e) {
    boolean isRefused = address.secure() && TlsFailures.isClientRefused(e);
    boolean unsent = isRefused || (!connection.isSent() && !connection.hasReceived());
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
              + Objects.requireNonNull(options.readTimeout()).toMillis()
              + " ms";
    } else {
      reason = isRefused || e instanceof SSLException ? tls.reason(e) : text(e);
      processed =
          connection.isSent() && !connection.hasReceived()
              ? "; the whole request had left, so it may have been processed, and is sent again"
                  + " only for operations declared with retrySafe"
              : "";
      if (isNew && !isRefused && !connection.hasReceived()) {
        processed += address.secure() ? tls.perhapsRefused() : perhapsTls();
      }
    }
    String message = "call to " + endpoint + " failed: " + reason;
    if (isRefused) {
      return SoapTransportException.unsent(message + "; the request was not processed", e);
    }
    return unsent
        ? SoapTransportException.unsent(
            message + "; the request had not left whole, so it was not processed" + processed, e)
        : new SoapTransportException(message + processed, e);
  }

  /** Returns advice on TLS: some servers end a connection without a word where they expect it. */
  private String perhapsTls() {
    return "; if the port speaks TLS, the endpoint begins with https";
  }

  private String peer() {
    String target = HttpAddress.authority(address.host(), address.port());
    return proxy == null ? target : "proxy " + proxy + " for " + target;
  }

  private String callTimeout() {
    return "no complete answer" + within("call", options.callTimeout());
  }

  private static String within(String name, @Nullable Duration timeout) {
    long millis = Objects.requireNonNull(timeout, name).toMillis();
    return " within the " + name + " timeout of " + millis + " ms";
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
