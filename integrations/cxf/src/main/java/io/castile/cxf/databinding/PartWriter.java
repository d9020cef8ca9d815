package io.castile.cxf.databinding;

import io.castile.codec.Codec;
import io.castile.codec.binding.BindingException;
import io.castile.xml.XmlException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxb.io.DataWriterImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * Writes parts by codecs, past CXF's writer of XML to the stream below it, where that is possible.
 * Used for one message by one thread.
 */
final class PartWriter extends DataWriterImpl<XMLStreamWriter> {
  private final PartCodecs codecs;
  private @Nullable Message message; // null until it is told

  PartWriter(Bus bus, JAXBDataBinding binding, PartCodecs codecs) {
    super(bus, binding, true); // escapes nothing itself: XMLStreamWriter does
    this.codecs = codecs;
  }

  @Override
  public void setProperty(String name, Object value) {
    super.setProperty(name, value);
    if (name.equals(Message.class.getName())) {
      message = (Message) value;
    }
  }

  @Override
  public void write(
      @Nullable Object value, @Nullable MessagePartInfo part, XMLStreamWriter output) {
    OutputStream below = value == null ? null : below(output);
    Codec<Object> codec = below == null ? null : codecs.find(part);
    byte[] element = codec == null ? null : encoded(codec, value);
    if (element == null || below == null) {
      super.write(value, part, output);
      return;
    }
    try {
      output.writeCharacters(""); // ends the start tag
      output.flush();
      below.write(element);
    } catch (XMLStreamException | IOException e) {
      throw new Fault(e);
    }
  }

  /**
   * The stream to which the writer writes; null where the part has to go through the writer.
   * Without SOAP that is so as well: a part is the whole document then, which nothing may stand
   * before.
   */
  private @Nullable OutputStream below(XMLStreamWriter output) {
    Message told = message;
    return told instanceof SoapMessage
            && schema == null
            && told.getContent(XMLStreamWriter.class) == output
            && isUtf8(told)
            && hasDefaultHandlers(told)
            && !MessageUtils.isDOMPresent(told)
            && !MessageUtils.getContextualBoolean(
                told, AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION)
            && isWithoutDefaultNamespace(output)
        ? told.getContent(OutputStream.class)
        : null;
  }

  private static boolean isUtf8(Message message) {
    Object encoding = message.get(Message.ENCODING);
    return encoding == null || StandardCharsets.UTF_8.name().equals(encoding);
  }

  private boolean hasDefaultHandlers(Message told) {
    return MessageUtils.getContextualBoolean(
            told, JAXBDataBinding.SET_VALIDATION_EVENT_HANDLER, true)
        && getValidationEventHandler(told, JAXBDataBinding.WRITER_VALIDATION_EVENT_HANDLER) == null;
  }

  /** Codecs take it that a name without a prefix has no namespace. */
  private static boolean isWithoutDefaultNamespace(XMLStreamWriter output) {
    String uri = output.getNamespaceContext().getNamespaceURI(XMLConstants.DEFAULT_NS_PREFIX);
    return uri == null || uri.isEmpty();
  }

  /** The element; null where Jakarta XML Binding is to write it, or to say why it cannot. */
  private byte @Nullable [] encoded(Codec<Object> codec, @Nullable Object value) {
    if (codec.refersToAttachments() || (attachments != null && codec.hasBinaryData())) {
      return null;
    }
    try {
      return codec.toBytes(value);
    } catch (XmlException | BindingException | ClassCastException e) {
      return null;
    }
  }
}
