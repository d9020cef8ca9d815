package io.castile.soap;

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
}
