package io.castile.soap.exchange.internal;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;

/**
 * A link of a server's chain that turns exceptions of later links into faults, so that earlier
 * links have a response to work on, such as one to which header blocks are added.
 */
public final class FaultInterceptor implements Interceptor {
  private final FaultMapper faults;

  /**
   * @param masked as that of a {@link FaultMapper}
   */
  public FaultInterceptor(boolean masked) {
    this.faults = new FaultMapper(masked);
  }

  @Override
  public SoapResponse intercept(Chain chain) {
    try {
      return chain.proceed(chain.request());
    } catch (SoapException e) {
      return faults.refused(chain.request(), e);
    } catch (RuntimeException e) {
      return faults.failed(chain.request(), e);
    }
  }

  @Override
  public String toString() {
    return "faults";
  }
}
