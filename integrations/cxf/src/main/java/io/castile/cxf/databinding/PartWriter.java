package io.castile.cxf.databinding;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.soap.exchange.internal.LargeMessages;
import io.castile.template.internal.Lease;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
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
  private final PartTemplates templates;
  private @Nullable Message message; // null until it is told

  PartWriter(Bus bus, JAXBDataBinding binding, PartCodecs codecs, PartTemplates templates) {
    super(bus, binding, true); // escapes nothing itself: XMLStreamWriter does
    this.codecs = codecs;
    this.templates = templates;
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
    OutputStream below = value == null || part == null ? null : below(output);
    Codec<Object> codec = below == null ? null : codecs.find(part);
    if (value == null
        || part == null
        || below == null
        || codec == null
        || !isWrittenByCodec(codec)
        || !written(codec, value, part, output, below)) {
      super.write(value, part, output);
    }
  }

  /** Whether nothing of the element belongs into attachments. */
  private boolean isWrittenByCodec(Codec<Object> codec) {
    return !codec.refersToAttachments() && (attachments == null || !codec.hasBinaryData());
  }

  /**
   * Writes a part, over the last one of its kind where there is a template for it.
   *
   * @return false where Jakarta XML Binding is to write it, or to say why it cannot
   */
  private boolean written(
      Codec<Object> codec,
      Object value,
      MessagePartInfo part,
      XMLStreamWriter output,
      OutputStream below) {
    try (Lease lease = templates.lease(Objects.requireNonNull(message), part, value)) {
      Payload element = element(codec, value, lease);
      if (element == null) {
        return false;
      }
      if (lease != null && element.size() > LargeMessages.KEPT_BYTES) {
        lease.drop();
      }
      output.writeCharacters(""); // ends the start tag
      output.flush();
      element.writeTo(below);
      return true;
    } catch (XMLStreamException | IOException e) {
      throw new Fault(e);
    }
  }

  /** The element, valid until the lease is closed; null where the codec cannot write it. */
  private static @Nullable Payload element(
      Codec<Object> codec, Object value, @Nullable Lease lease) {
    try {
      return lease == null
          ? plain(codec, value)
          : lease.write(out -> codec.write(value, out), codec);
    } catch (XmlException | BindingException | ClassCastException e) {
      return null;
    }
  }

  private static Payload plain(Codec<Object> codec, Object value) {
    byte[] element = codec.toBytes(value);
    return Payload.of(element, element.length);
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
}
