package io.castile.spring.observe;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.util.Map;

/** Adds to requests of Castile's clients the header fields by which traces go on. */
final class TraceFields implements Interceptor {
  private final Calls calls;

  TraceFields(Calls calls) {
    this.calls = calls;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    Map<String, String> fields = calls.fields();
    if (fields.isEmpty()) {
      return chain.proceed(chain.request());
    }
    SoapRequest.Builder request = chain.request().newBuilder();
    fields.forEach(request::header);
    return chain.proceed(request.build());
  }
}
