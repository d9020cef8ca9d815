package io.castile.soap;

import jakarta.jws.WebService;
import javax.xml.namespace.QName;

/** The names of a service in its WSDL (Jakarta Web Services Metadata 3.0 §4.1). */
record ServiceNames(QName service, QName port, QName portType, String wsdlLocation) {

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
        new QName(namespace, JaxwsNames.orElse(annotation.portName(), name + "Port")),
        new QName(JaxwsNames.targetNamespace(sei), portType),
        location.isEmpty() ? interfaceAnnotation.wsdlLocation() : location);
  }
}
