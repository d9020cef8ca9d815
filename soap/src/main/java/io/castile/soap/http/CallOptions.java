package io.castile.soap.http;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of one call, which do not hold for its transport as a whole.
 *
 * @param connectTimeout until a connection stands; null for the transport's
 * @param readTimeout how long the other side may be silent, or take nothing; null for the
 *     transport's
 * @param callTimeout for all from connecting to the end of the response; null for the transport's
 * @param retrySafe whether the service may be called twice for it: then a request is sent once more
 *     where the connection ends before a response, though it may have been processed
 */
public record CallOptions(
    @Nullable Duration connectTimeout,
    @Nullable Duration readTimeout,
    @Nullable Duration callTimeout,
    boolean retrySafe) {

  /** The options that leave all to the transport; no operation is called twice. */
  public static final CallOptions DEFAULT = new CallOptions(null, null, null, false);

  public CallOptions {
    positive(connectTimeout, "connectTimeout");
    positive(readTimeout, "readTimeout");
    positive(callTimeout, "callTimeout");
  }

  private static void positive(@Nullable Duration value, String name) {
    if (value != null) {
      HttpOptions.positive(value, name);
    }
  }

  /** Returns a copy with this connect timeout. */
  public CallOptions withConnectTimeout(Duration timeout) {
    return new CallOptions(timeout, readTimeout, callTimeout, retrySafe);
  }

  /** Returns a copy with this read timeout. */
  public CallOptions withReadTimeout(Duration timeout) {
    return new CallOptions(connectTimeout, timeout, callTimeout, retrySafe);
  }

  /** Returns a copy with this call timeout. */
  public CallOptions withCallTimeout(Duration timeout) {
    return new CallOptions(connectTimeout, readTimeout, timeout, retrySafe);
  }

  /** Returns a copy for an operation that may be called twice, or may not. */
  public CallOptions withRetrySafe(boolean safe) {
    return new CallOptions(connectTimeout, readTimeout, callTimeout, safe);
  }

  /** Returns the connect timeout, which a call has by now, in milliseconds for a socket. */
  int connectMillis() {
    return millis(connectTimeout);
  }

  /** Returns the read timeout, which a call has by now, in milliseconds for a socket. */
  int readMillis() {
    return millis(readTimeout);
  }

  /** At least one, as sockets take 0 for no limit. */
  private static int millis(@Nullable Duration value) {
    long millis = Objects.requireNonNull(value, "timeout").toMillis();
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, millis));
  }

  /** Returns these options, with those of the transport where there are none. */
  CallOptions or(HttpOptions transport) {
    return new CallOptions(
        connectTimeout == null ? transport.connectTimeout() : connectTimeout,
        readTimeout == null ? transport.readTimeout() : readTimeout,
        callTimeout == null ? transport.callTimeout() : callTimeout,
        retrySafe);
  }
}
