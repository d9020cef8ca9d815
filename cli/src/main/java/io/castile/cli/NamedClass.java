package io.castile.cli;

import io.castile.soap.model.ServiceModel;
import jakarta.jws.WebService;
import java.util.Optional;

/** What a class is that the user named: a service, or a bound class. */
final class NamedClass {
  private NamedClass() {}

  /**
   * The service of an interface, which must be one, or of an implementation class; none for a class
   * that is no service.
   *
   * @throws IllegalArgumentException if it is an interface that is no service endpoint interface,
   *     or a service that is not as it must be
   */
  static Optional<ServiceModel> service(Class<?> type) {
    if (type.isInterface()) {
      return Optional.of(ServiceModel.of(type));
    }
    return isImplementation(type)
        ? Optional.of(ServiceModel.ofImplementation(type))
        : Optional.empty();
  }

  private static boolean isImplementation(Class<?> type) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      if (owner.isAnnotationPresent(WebService.class)) {
        return true;
      }
      for (Class<?> implemented : owner.getInterfaces()) {
        if (implemented.isAnnotationPresent(WebService.class)) {
          return true;
        }
      }
    }
    return false;
  }
}
