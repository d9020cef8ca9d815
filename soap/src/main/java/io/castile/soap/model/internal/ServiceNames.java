package io.castile.soap.model.internal;

import io.castile.soap.model.PortDescription;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceProvider;
import javax.xml.namespace.QName;

/**
 * The names of a service in its WSDL (Jakarta Web Services Metadata 3.0 §4.1).
 *
 * @param saysService whether the name of the service is said, and not made of that of the class
 * @param saysPort whether that of the port is
 */
record ServiceNames(
    QName service,
    boolean saysService,
    QName port,
    boolean saysPort,
    QName portType,
    String wsdlLocation) {

  /** Returns these names, with those that a port is given outside of its classes. */
  ServiceNames of(PortDescription given) {
    return new ServiceNames(
        given.service() == null ? service : given.service(),
        saysService || given.service() != null,
        given.port() == null ? port : given.port(),
        saysPort || given.port() != null,
        portType,
        wsdlLocation);
  }

  /** The names of a provider (Jakarta XML Web Services 4.0 §5.1, §7.8). */
  static ServiceNames ofProvider(Class<?> provider) {
    WebServiceProvider annotation = null;
    Class<?> owner = provider;
    while (annotation == null && owner != null) {
      annotation = owner.getDeclaredAnnotation(WebServiceProvider.class);
      owner = annotation == null ? owner.getSuperclass() : owner;
    }
    if (annotation == null) {
      throw new IllegalArgumentException(
          "Cannot use "
              + provider.getName()
              + " as a provider, because it has no @WebServiceProvider (jakarta.xml.ws).");
    }
    String name = owner.getSimpleName();
    String namespace =
        annotation.targetNamespace().isEmpty()
            ? JaxwsNames.namespaceOf(owner)
            : annotation.targetNamespace();
    return new ServiceNames(
        new QName(namespace, JaxwsNames.orElse(annotation.serviceName(), name + "Service")),
        !annotation.serviceName().isEmpty(),
        new QName(namespace, JaxwsNames.orElse(annotation.portName(), name + "Port")),
        !annotation.portName().isEmpty(),
        new QName(namespace, name),
        annotation.wsdlLocation());
  }

  /**
   * @param sei where the operations are
   * @param service where the service is annotated: an implementation class, or the interface
   */
  static ServiceNames of(Class<?> sei, Class<?> service) {
    WebService interfaceAnnotation = sei.getAnnotation(WebService.class);
    WebService annotation = service.getAnnotation(WebService.class);
    String namespace = JaxwsNames.targetNamespace(service);
    String name = JaxwsNames.orElse(annotation.name(), service.getSimpleName());
    String portType = JaxwsNames.orElse(interfaceAnnotation.name(), sei.getSimpleName());
    String location = annotation.wsdlLocation();
    return new ServiceNames(
        new QName(
            namespace,
            JaxwsNames.orElse(annotation.serviceName(), service.getSimpleName() + "Service")),
        !annotation.serviceName().isEmpty(),
        new QName(namespace, JaxwsNames.orElse(annotation.portName(), name + "Port")),
        !annotation.portName().isEmpty(),
        new QName(JaxwsNames.targetNamespace(sei), portType),
        location.isEmpty() ? interfaceAnnotation.wsdlLocation() : location);
  }
}
