package io.castile.bench.observability;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Sends a header field of the length of {@code traceparent}, with another value in each call. */
final class ChangingField implements Interceptor {
  private static final String NAME = "traceparent";

  private final AtomicLong calls = new AtomicLong();

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    long call = calls.incrementAndGet();
    String trace = HexFormat.of().toHexDigits(call * 0x9E3779B97F4A7C15L);
    String value = "00-" + trace + trace + "-" + trace + "-00";
    return chain.proceed(chain.request().newBuilder().header(NAME, value).build());
  }
}
