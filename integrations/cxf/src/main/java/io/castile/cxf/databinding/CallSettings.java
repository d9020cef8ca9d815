package io.castile.cxf.databinding;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.helpers.ServiceUtils;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;

/**
 * Tells whether something has been set for a call that Jakarta XML Binding, or CXF's reader or
 * writer of XML, would see to, so that the XML of its messages may not be done without.
 */
final class CallSettings {
  private CallSettings() {}

  /**
   * @param message the request, at either end
   */
  static boolean wantXmlOfRequest(Message message) {
    return want(message)
        || isSet(message, AttachmentOutInterceptor.WRITE_ATTACHMENTS)
        || isValidated(
            message,
            MessageUtils.isRequestor(message) ? SchemaValidationType.OUT : SchemaValidationType.IN);
  }

  /**
   * @param message of the call, at the client the request
   */
  static boolean wantXmlOfAnswer(Message message) {
    return want(message)
        || isValidated(
            message,
            MessageUtils.isRequestor(message) ? SchemaValidationType.IN : SchemaValidationType.OUT);
  }

  private static boolean want(Message message) {
    return isSet(message, Message.MTOM_ENABLED)
        || !MessageUtils.getContextualBoolean(
            message, JAXBDataBinding.SET_VALIDATION_EVENT_HANDLER, true)
        || isThere(message, JAXBDataBinding.VALIDATION_EVENT_HANDLER)
        || isThere(message, JAXBDataBinding.READER_VALIDATION_EVENT_HANDLER)
        || isThere(message, JAXBDataBinding.WRITER_VALIDATION_EVENT_HANDLER)
        || !MessageUtils.getContextualBoolean(message, JAXBDataBinding.UNWRAP_JAXB_ELEMENT, true)
        || isSet(message, AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION)
        || isThere(message, XMLInputFactory.class.getName())
        || isThere(message, XMLOutputFactory.class.getName());
  }

  private static boolean isValidated(Message message, SchemaValidationType type) {
    return ServiceUtils.isSchemaValidationEnabled(type, message);
  }

  private static boolean isSet(Message message, String property) {
    return MessageUtils.getContextualBoolean(message, property);
  }

  private static boolean isThere(Message message, String property) {
    return message.getContextualProperty(property) != null;
  }
}
