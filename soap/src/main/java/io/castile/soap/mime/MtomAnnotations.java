package io.castile.soap.mime;

import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.SOAPBinding;

/** The annotations of a service for MTOM (Jakarta XML Web Services 4.0 §7.14.2, §10.4). */
final class MtomAnnotations {
  private MtomAnnotations() {}

  /**
   * The options of a service.
   *
   * @param type the class of the service, or the interface of a client
   * @param options those where the annotations do not say
   */
  static AttachmentOptions of(Class<?> type, AttachmentOptions options) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      MTOM mtom = owner.getAnnotation(MTOM.class);
      if (mtom != null) {
        return mtom.enabled()
            ? options.toBuilder().mtom(true).thresholdBytes(mtom.threshold()).build()
            : options.toBuilder().mtom(false).build();
      }
      BindingType binding = owner.getAnnotation(BindingType.class);
      if (binding != null) {
        return isMtom(binding.value()) && !options.mtom()
            ? options.toBuilder().mtom(true).thresholdBytes(0).build()
            : options;
      }
    }
    return options;
  }

  private static boolean isMtom(String binding) {
    return binding.equals(SOAPBinding.SOAP11HTTP_MTOM_BINDING)
        || binding.equals(SOAPBinding.SOAP12HTTP_MTOM_BINDING);
  }
}
