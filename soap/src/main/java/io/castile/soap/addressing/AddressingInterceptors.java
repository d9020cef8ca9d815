package io.castile.soap.addressing;

import io.castile.soap.exchange.Interceptor;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.AddressingFeature.Responses;
import org.jspecify.annotations.Nullable;

/** Makes the links of WS-Addressing 1.0. */
public final class AddressingInterceptors {
  private AddressingInterceptors() {}

  /**
   * Returns what the annotation {@code Addressing} of a class or interface says; null where there
   * is none.
   */
  public static @Nullable AddressingFeature annotated(Class<?> type) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      Addressing annotation = owner.getAnnotation(Addressing.class);
      if (annotation != null) {
        return new AddressingFeature(
            annotation.enabled(), annotation.required(), annotation.responses());
      }
    }
    return null;
  }

  /**
   * Returns the link of a client, which comes before all links that write the request, and behind
   * those that may answer in the place of the server.
   *
   * @throws IllegalArgumentException if the feature asks for answers to another address
   */
  public static Interceptor client(ServiceModel model, AddressingFeature feature) {
    return new ClientAddressingInterceptor(
        new AddressingActions(model), checked(feature).isRequired());
  }

  /**
   * Returns the link of a server, which comes before all links that may answer a request.
   *
   * @throws IllegalArgumentException if the feature asks for answers to another address
   */
  public static Interceptor server(ServiceModel model, AddressingFeature feature) {
    return new ServerAddressingInterceptor(
        new AddressingActions(model), checked(feature).isRequired());
  }

  private static AddressingFeature checked(AddressingFeature feature) {
    if (feature.getResponses() == Responses.NON_ANONYMOUS) {
      throw new IllegalArgumentException(
          "Cannot send responses elsewhere than on the connection of the request. Set"
              + " AddressingFeature to responses ALL or ANONYMOUS, in place of NON_ANONYMOUS.");
    }
    return feature;
  }
}
