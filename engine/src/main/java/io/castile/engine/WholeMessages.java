package io.castile.engine;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.SoapResponse;
import javax.xml.namespace.QName;

/** Says that header blocks are understood where the application gets whole messages. */
public final class WholeMessages implements HeaderProcessor {
  @Override
  public boolean understands(QName block) {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    return chain.proceed(chain.request());
  }
}
