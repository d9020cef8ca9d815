package io.castile.soap.exchange;

import io.castile.soap.SoapException;
import io.castile.soap.SoapUsageException;

/** The path of one call, as an interceptor sees it: the request, and all links after its own. */
public interface Chain {
  /** Returns the request as it came to this link. */
  SoapRequest request();

  /**
   * Passes a request on to the next link.
   *
   * <p>May be called again, one call after the other (to retry, or to ask another endpoint), but
   * only before the interceptor to which this chain was given has returned.
   *
   * @param request what to pass on: {@link #request()} or a changed copy of it
   * @return the response, never null
   * @throws SoapUsageException if called after the interceptor has returned, or if the next link
   *     returns null
   */
  SoapResponse proceed(SoapRequest request) throws SoapException;

  /** Whether a link after this one may ask a message for its bytes, header blocks or DOM. */
  boolean needsBytes();

  /**
   * Returns a chain of the same links that may be used once, by any thread, even after the
   * interceptor to which this chain was given has returned.
   */
  Chain detached();
}
