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
   * Answers {@code chain.request()}, as a rule with what {@link Chain#proceed} returns.
   *
   * @return the response, never null
   * @throws SoapException if there is no response
   */
  SoapResponse intercept(Chain chain) throws SoapException;

  /**
   * Returns whether this may ask a message that is received for its bytes, its header blocks or its
   * DOM. The default is false.
   *
   * <p>While no interceptor of a chain needs them, a large message is read while it arrives and
   * becomes values only, and the differential link may send values in place of XML. Such a large
   * message throws {@link IllegalStateException} when it is asked for what has not been kept. One
   * that went over the link as values is written as XML when it is asked, which is not byte for
   * byte what another implementation would have sent.
   */
  default boolean needsBytes() {
    return false;
  }

  /**
   * Whether this decodes requests with these content codings, as a field {@code Content-Encoding}
   * names them (RFC 9110 §8.4): one, in any case, or several with commas between. Asked of the
   * first link of a server's chain: coded bytes come to it, and header {@code content-encoding}
   * names them.
   */
  default boolean decodes(String codings) {
    return false;
  }
}
