package io.castile.soap.http.message;

import io.castile.soap.SoapTransportException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Until when a response has to be there and read: the call's time limit covers both.
 *
 * @param limit of the whole call
 * @param nanoTime when it is over, as {@link System#nanoTime}
 * @param endpoint for messages
 */
public record CallDeadline(Duration limit, long nanoTime, String endpoint) {

  /**
   * The deadline of a call that begins now.
   *
   * @param limit from now on
   */
  public static CallDeadline of(Duration limit, String endpoint) {
    return new CallDeadline(limit, System.nanoTime() + limit.toNanos(), endpoint);
  }

  public boolean hasPassed() {
    return System.nanoTime() - nanoTime >= 0;
  }

  /**
   * The failure of a call whose response was not read in time.
   *
   * @param cause where reading stopped; null where it came to its end, too late
   */
  public SoapTransportException failure(@Nullable Throwable cause) {
    SocketTimeoutException timeout = new SocketTimeoutException("the time limit has passed");
    timeout.initCause(cause);
    return new SoapTransportException(
        "call to "
            + ErrorText.address(endpoint)
            + " failed: the response came, and was not read within the call timeout of "
            + limit.toMillis()
            + " ms",
        timeout);
  }
}
