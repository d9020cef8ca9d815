package io.castile.cxf.databinding;

import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.Locale;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Has messages read from their bytes, in place of CXF's own parser. What it has no reader for is
 * left to that parser, errors of the beginning of a message included. Thread-safe.
 */
final class MessageInInterceptor extends AbstractPhaseInterceptor<Message> {
  private final PartCodecs codecs;

  MessageInInterceptor(PartCodecs codecs) {
    super(Phase.POST_STREAM);
    this.codecs = codecs;
    addBefore(StaxInInterceptor.class.getName());
  }

  @Override
  public void handleMessage(Message message) {
    InputStream in = message.getContent(InputStream.class);
    if (in == null
        || message.getContent(XMLStreamReader.class) != null
        || message.getContent(Reader.class) != null
        || !isXml(message.get(Message.CONTENT_TYPE))
        || message.getContextualProperty(XMLInputFactory.class.getName()) != null) {
      return;
    }
    byte[] bytes = bytes(in);
    XmlReader reader = codecs.takeReader();
    try {
      reader.reset(bytes, 0, bytes.length, (String) message.get(Message.ENCODING));
      int event = reader.next();
      while (event != XmlReader.START_ELEMENT) {
        event = reader.next();
      }
    } catch (XmlException e) {
      message.setContent(InputStream.class, new ByteArrayInputStream(bytes)); // for CXF's parser
      return;
    }
    message.setContent(XMLStreamReader.class, new MessageReader(bytes, reader, codecs::giveBack));
  }

  private static boolean isXml(@Nullable Object type) {
    return type instanceof String text && text.toLowerCase(Locale.ROOT).contains("xml");
  }

  private static byte[] bytes(InputStream in) {
    try {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new Fault(e);
    }
  }
}
