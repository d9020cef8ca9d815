package io.castile.cxf.databinding;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.template.read.ReadTemplate;
import io.castile.xml.XmlException;
import java.util.logging.Logger;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxb.io.DataReaderImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.staxutils.DepthXMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts by codecs, from the bytes of a message that {@link CastileJAXBDataBinding} kept. Used
 * for one message by one thread.
 */
final class PartReader extends DataReaderImpl<XMLStreamReader> {
  /** Has the texts of CXF's messages. */
  private static final Logger LOG = LogUtils.getLogger(JAXBDataBinding.class);

  private final PartCodecs codecs;
  private final PartTemplates templates;
  private @Nullable Message message; // null until it is told

  PartReader(JAXBDataBinding binding, PartCodecs codecs, PartTemplates templates) {
    super(binding, true);
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
  public @Nullable Object read(@Nullable MessagePartInfo part, XMLStreamReader input) {
    MessageReader reader = isPlain() ? whole(input) : null;
    Codec<Object> codec = reader == null ? null : codecs.find(part);
    if (part == null || reader == null || codec == null || !reader.isAt(codec.name())) {
      return super.read(part, input);
    }
    try {
      Object value = read(codec, part, reader);
      input.next(); // to the end tag, so that every reader around it counts that
      input.next();
      return value;
    } catch (XmlException | BindingException | XMLStreamException e) {
      throw new Fault(
          new org.apache.cxf.common.i18n.Message("UNMARSHAL_ERROR", LOG, e.getMessage()), e);
    }
  }

  /** Reads a part: of one that is like the last of its kind, what differs. */
  private @Nullable Object read(Codec<Object> codec, MessagePartInfo part, MessageReader reader) {
    ReadTemplate memory = templates.memory(part, reader.document());
    try {
      return reader.read(codec, memory);
    } finally {
      if (memory != null) {
        templates.give(memory);
      }
    }
  }

  /** The reader below those that count only: of their subclasses, some change what they read. */
  private static @Nullable MessageReader whole(XMLStreamReader input) {
    XMLStreamReader inner = input;
    while (inner.getClass() == DepthXMLStreamReader.class) {
      inner = ((DepthXMLStreamReader) inner).getReader();
    }
    return inner instanceof MessageReader reader ? reader : null;
  }

  private boolean isPlain() {
    Message told = message;
    return told != null
        && schema == null
        && (attachments == null || attachments.isEmpty())
        && MessageUtils.getContextualBoolean(
            told, JAXBDataBinding.SET_VALIDATION_EVENT_HANDLER, true)
        && getValidationEventHandler(told, JAXBDataBinding.READER_VALIDATION_EVENT_HANDLER) == null
        && isUnwrapped(told);
  }

  /** Whether values are wanted without the {@code JAXBElement} around them. */
  private static boolean isUnwrapped(Message told) {
    Object own = told.get(JAXBDataBinding.UNWRAP_JAXB_ELEMENT);
    Object wanted = own == null ? told.getExchange().get(JAXBDataBinding.UNWRAP_JAXB_ELEMENT) : own;
    return wanted == null || wanted.equals(true);
  }
}
