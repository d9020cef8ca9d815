package io.castile;

import io.castile.engine.ContextValues;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.wsdl.SchemaValidationInterceptor;
import io.castile.xml.XmlLimits;
import org.jspecify.annotations.Nullable;

/**
 * A client's validation of responses: of all, or of those of calls that ask for it by a property of
 * their request context, for which the schema is made with the first of them. Thread-safe.
 */
final class ValidationInterceptor implements Interceptor {
  private final ServiceModel model;
  private final XmlLimits limits;
  private final boolean isAlways;
  private volatile @Nullable Interceptor validation; // null while no call has asked for it

  ValidationInterceptor(ServiceModel model, XmlLimits limits, boolean isAlways) {
    this.model = model;
    this.limits = limits;
    this.isAlways = isAlways;
    if (isAlways) {
      validation = SchemaValidationInterceptor.ofResponses(model, limits);
    }
  }

  /** Whether all responses are validated. */
  boolean isAlways() {
    return isAlways;
  }

  @Override
  public boolean needsBytes() {
    return isAlways;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    if (!isAlways && !isAskedFor(chain)) {
      return proceed(chain);
    }
    chain.request().exchange().needBytes();
    return validation().intercept(chain);
  }

  private static boolean isAskedFor(Chain chain) {
    Object asked = chain.request().context().get(Castile.SCHEMA_VALIDATION);
    return ContextValues.isOn(Castile.SCHEMA_VALIDATION, asked, false);
  }

  private static SoapResponse proceed(Chain chain) throws SoapException {
    return chain.proceed(chain.request());
  }

  private synchronized Interceptor validation() {
    if (validation == null) {
      validation = SchemaValidationInterceptor.ofResponses(model, limits);
    }
    return validation;
  }

  @Override
  public String toString() {
    return "schema validation";
  }
}
