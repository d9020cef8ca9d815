package io.castile.cxf.link;

import io.castile.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Locale;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** The contents of CXF's messages, as both ends need them. */
final class MessageContents {
  private MessageContents() {}

  /** Returns the version of SOAP that a message's type says; null for attachments, and all else. */
  static @Nullable SoapVersion version(Message message) {
    if (!(message.get(Message.CONTENT_TYPE) instanceof String type)) {
      return null;
    }
    return SoapVersion.ofMediaType(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns a message that has come. What is larger is left to be read from the message as before.
   *
   * @return null if it is larger
   */
  static byte @Nullable [] read(Message message, int mostBytes) throws IOException {
    InputStream in = message.getContent(InputStream.class);
    if (in == null) {
      return new byte[0];
    }
    byte[] content = in.readNBytes(mostBytes + 1);
    if (content.length <= mostBytes) {
      return content;
    }
    message.setContent(
        InputStream.class, new SequenceInputStream(new ByteArrayInputStream(content), in));
    return null;
  }
}
