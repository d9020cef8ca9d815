package io.castile;

import io.castile.soap.Chain;
import io.castile.soap.HeaderProcessor;
import io.castile.soap.SoapException;
import io.castile.soap.SoapResponse;
import javax.xml.namespace.QName;

/** Says that header blocks are understood where the application gets whole messages. */
final class WholeMessages implements HeaderProcessor {
  @Override
  public boolean understands(QName block) {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    return chain.proceed(chain.request());
  }
}
