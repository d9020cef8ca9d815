package io.castile.jaxws;

import jakarta.xml.ws.RespectBindingFeature;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The features of a service, a port or an endpoint, by their classes. One that is switched on and
 * not known is an error: what an application asks for is not passed over. Immutable.
 */
final class Features {
  static final Features NONE = new Features(Map.of());

  private final Map<Class<?>, WebServiceFeature> byType;

  private Features(Map<Class<?>, WebServiceFeature> byType) {
    this.byType = Map.copyOf(byType);
  }

  /**
   * The features that an application has given.
   *
   * @param features null for none
   * @throws WebServiceException if one is switched on and not known
   */
  static Features of(WebServiceFeature @Nullable [] features) {
    if (features == null || features.length == 0) {
      return NONE;
    }
    Map<Class<?>, WebServiceFeature> byType = new LinkedHashMap<>();
    for (WebServiceFeature feature : features) {
      if (feature == null) {
        throw new WebServiceException("Cannot use null as a feature. Remove it.");
      }
      if (isKnown(feature)) {
        byType.put(feature.getClass(), feature);
      } else if (feature.isEnabled()) {
        throw new WebServiceException(
            "Cannot use the feature "
                + feature.getClass().getName()
                + ". Use one of addressing, MTOM or RespectBinding, "
                + ClientFeature.class.getName()
                + " or "
                + ServerFeature.class.getName()
                + ".");
      }
    }
    return new Features(byType);
  }

  /**
   * Refuses features where there is no SOAP.
   *
   * @param what has none, for the message
   */
  void checkNone(String what) {
    for (WebServiceFeature feature : byType.values()) {
      if (feature.isEnabled()) {
        throw new WebServiceException(
            "Cannot use "
                + feature.getID()
                + " with "
                + what
                + ", because that has no SOAP. Pass no features.");
      }
    }
  }

  private static boolean isKnown(WebServiceFeature feature) {
    return feature instanceof AddressingFeature
        || feature instanceof MTOMFeature
        || feature instanceof RespectBindingFeature
        || feature instanceof ClientFeature
        || feature instanceof ServerFeature;
  }

  /** Returns these features, where {@code more} has no other of the same class. */
  Features with(Features more) {
    Map<Class<?>, WebServiceFeature> all = new LinkedHashMap<>(byType);
    all.putAll(more.byType);
    return new Features(all);
  }

  /** The feature of a class; null for none. */
  <T extends WebServiceFeature> @Nullable T get(Class<T> type) {
    return type.cast(byType.get(type));
  }

  /** Whether a feature is given, and switched on. */
  boolean isOn(Class<? extends WebServiceFeature> type) {
    WebServiceFeature feature = byType.get(type);
    return feature != null && feature.isEnabled();
  }
}
