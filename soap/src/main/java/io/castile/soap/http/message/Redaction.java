package io.castile.soap.http.message;

import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hides the content of elements in messages. Immutable and thread-safe. */
public final class Redaction {
  private final Function<XmlName, @Nullable String> hidden;

  /**
   * @param hidden returns the text that stands for the content of an element, in characters that
   *     need no escape; null for one that stays
   */
  public Redaction(Function<XmlName, @Nullable String> hidden) {
    this.hidden = hidden;
  }

  /**
   * The message with the content of those elements replaced, and without comments.
   *
   * @param message in UTF-8
   * @param maxBytes about how many bytes of it are wanted; the whole is read nevertheless
   * @return null where the message is not well-formed
   */
  public byte @Nullable [] of(byte[] message, long maxBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      XmlReader in = new XmlReader().reset(message, 0, message.length);
      int copied = 0; // everything before has been copied or hidden
      int event = in.event();
      while (event != XmlReader.END_DOCUMENT) {
        int place = in.offset();
        String instead = event == XmlReader.START_ELEMENT ? hidden.apply(in.name()) : null;
        if (instead != null
            || event == XmlReader.COMMENT
            || event == XmlReader.PROCESSING_INSTRUCTION) {
          copy(message, copied, place, maxBytes, out);
          if (instead != null) {
            in.skipElement();
            byte[] element =
                ("<" + qualified(in) + '>' + instead + "</" + qualified(in) + '>')
                    .getBytes(StandardCharsets.UTF_8);
            copy(element, 0, element.length, maxBytes, out);
          }
          event = in.next();
          copied = in.offset();
        } else {
          event = in.next();
        }
      }
      copy(message, copied, message.length, maxBytes, out);
    } catch (XmlException e) {
      return null;
    }
    return out.toByteArray();
  }

  private static String qualified(XmlReader in) {
    return (in.prefix().isEmpty() ? "" : in.prefix() + ':') + in.name().local();
  }

  private static void copy(
      byte[] bytes, int from, int to, long maxBytes, ByteArrayOutputStream out) {
    long room = Math.max(0, maxBytes - out.size());
    out.write(bytes, from, (int) Math.min(to - from, room));
  }
}
