package io.castile;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;

/** An interceptor that needs the bytes of messages, so that they are received as a whole. */
final class WholeMessages implements Interceptor {
  private final Interceptor work;

  /** An interceptor that passes messages on. */
  WholeMessages() {
    this(chain -> chain.proceed(chain.request()));
  }

  WholeMessages(Interceptor work) {
    this.work = work;
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    return work.intercept(chain);
  }
}
