package io.castile.cxf.link;

import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * A message of which there are the values, and whose XML CXF makes only when something asks for it:
 * its chain waits until then. Of one message and one thread.
 */
abstract class WaitingMessage implements Payload {
  /** The content of a message of which nothing has been written. */
  private static final Set<Class<?>> UNWRITTEN = Set.of(List.class, OutputStream.class);

  /** Whether a message is an element in the body and nothing else, and will be in UTF-8. */
  static boolean isPlain(SoapMessage message) {
    Object encoding = message.get(Message.ENCODING);
    return UNWRITTEN.containsAll(message.getContentFormats())
        && !message.hasHeaders()
        && (message.getAttachments() == null || message.getAttachments().isEmpty())
        && (encoding == null || StandardCharsets.UTF_8.name().equals(encoding));
  }

  /** The value of the element in the body; null where there is none. */
  static @Nullable Object value(Message message, MessagePartInfo part) {
    MessageContentsList values = MessageContentsList.getContentsList(message);
    return values == null || !values.hasValue(part) ? null : values.get(part);
  }

  /**
   * The XML.
   *
   * @throws IllegalStateException if it is not for the link
   */
  abstract byte[] held();

  @Override
  public final int size() {
    return held().length;
  }

  @Override
  public final void writeTo(OutputStream out) throws IOException {
    out.write(held());
  }

  @Override
  public final ByteBuffer[] pieces() {
    return new ByteBuffer[] {ByteBuffer.wrap(held())};
  }
}
