package io.castile.soap.exchange;

import io.castile.soap.SoapException;

/**
 * One link of the path a call takes. It may answer, change or pass on the request.
 *
 * <p>Called by many threads at once. What it throws reaches the caller (client) or becomes a fault
 * (server).
 */
@FunctionalInterface
public interface Interceptor {
  /**
   * Handles {@code chain.request()}, usually by the response that {@link Chain#proceed} returns.
   *
   * @return the response, never null
   * @throws SoapException if there is no response
   */
  SoapResponse intercept(Chain chain) throws SoapException;

  /**
   * Returns whether the interceptor reads the bytes, header blocks or DOM of received messages. The
   * default is false.
   *
   * <p>While no interceptor of a chain needs them, a large message is read while it arrives and
   * becomes values only; so is every request of a service with a {@code Stream} parameter, and each
   * response that is a {@code Stream}. Such a message throws {@link IllegalStateException} when it
   * is asked for what has not been kept. A message that went over the differential link as values
   * is written as XML when it is asked for bytes, which need not be the bytes that another
   * implementation would have sent.
   *
   * <p>A server reads such a large request before it calls the first interceptor, and answers a
   * malformed one without calling any. An interceptor that decides which callers' large requests
   * are read returns true.
   */
  default boolean needsBytes() {
    return false;
  }

  /**
   * Returns whether the interceptor decodes requests with these content codings. A server refuses a
   * coding that neither it nor one of its interceptors decodes. This interceptor, and those in
   * front of it, get the bytes as they came, and the codings in header field {@code
   * content-encoding}. The default is false.
   *
   * @param codings as a field {@code Content-Encoding} names them: one, in any case, or several
   *     with commas between
   */
  default boolean decodes(String codings) {
    return false;
  }
}
