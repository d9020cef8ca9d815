package io.castile.cxf.databinding;

import io.castile.codec.Codec;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.helpers.ServiceUtils;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;

/** Tells which answers a codec alone writes and reads, so that their XML may be done without. */
final class AnswerRule {
  private AnswerRule() {}

  /**
   * Whether nothing has been set for a call that Jakarta XML Binding, or CXF's reader or writer of
   * XML, would see to.
   *
   * @param message of the call, at the client the request
   */
  static boolean isByCodec(Message message, Codec<Object> codec) {
    return !codec.refersToAttachments()
        && !isSet(message, Message.MTOM_ENABLED)
        && !isValidated(message)
        && MessageUtils.getContextualBoolean(
            message, JAXBDataBinding.SET_VALIDATION_EVENT_HANDLER, true)
        && isAbsent(message, JAXBDataBinding.VALIDATION_EVENT_HANDLER)
        && isAbsent(message, JAXBDataBinding.READER_VALIDATION_EVENT_HANDLER)
        && isAbsent(message, JAXBDataBinding.WRITER_VALIDATION_EVENT_HANDLER)
        && MessageUtils.getContextualBoolean(message, JAXBDataBinding.UNWRAP_JAXB_ELEMENT, true)
        && !isSet(message, AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION)
        && isAbsent(message, XMLInputFactory.class.getName())
        && isAbsent(message, XMLOutputFactory.class.getName());
  }

  private static boolean isValidated(Message message) {
    return ServiceUtils.isSchemaValidationEnabled(
        MessageUtils.isRequestor(message) ? SchemaValidationType.IN : SchemaValidationType.OUT,
        message);
  }

  private static boolean isSet(Message message, String property) {
    return MessageUtils.getContextualBoolean(message, property);
  }

  private static boolean isAbsent(Message message, String property) {
    return message.getContextualProperty(property) == null;
  }
}
