package io.castile.dynamic;

import io.castile.soap.SoapException;
import io.castile.soap.SoapHeader;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.util.List;

/** Adds the header blocks that a call brings and the description does not know. */
final class CallHeaderBlocks implements Interceptor {
  static final String PROPERTY = "io.castile.dynamic.blocks";

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    return request.context().get(PROPERTY) instanceof List<?> blocks
        ? chain.proceed(
            request.withSoapHeaders(blocks.stream().map(SoapHeader.class::cast).toList()))
        : chain.proceed(request);
  }

  @Override
  public String toString() {
    return "header blocks of the call";
  }
}
