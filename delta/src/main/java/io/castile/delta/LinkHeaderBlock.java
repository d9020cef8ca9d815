package io.castile.delta;

import io.castile.delta.format.Instance;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The link's SOAP header block, which says in an envelope what header fields say in HTTP; and the
 * envelope in which a delta is sent, in the body.
 *
 * <p>What {@link #insert} has put into a message {@link #find} takes out again, exactly: the block,
 * and the header around it where there is nothing else.
 */
final class LinkHeaderBlock {
  private static final String NAMESPACE = "urn:castile:differential-link";
  private static final byte[] MARK = NAMESPACE.getBytes(StandardCharsets.US_ASCII);
  private static final String BLOCK = "Link";
  private static final String DELTA = "Delta";

  /** Says beside a delta that it is in another form ({@link FormField}). */
  private static final String FORM = ";p";

  private static final int MAX_TEXT = 256;

  /**
   * A block that was in a message.
   *
   * @param text what it says
   * @param message the message without it; null if there is a delta
   * @param delta the content of the body, where it is one; or null
   * @param others whether there were other header blocks
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Found(String text, byte @Nullable [] message, byte @Nullable [] delta, boolean others) {
    /** Whether the message is, to the byte, the one into which the block was put. */
    boolean isExact() {
      return message != null && text.endsWith(checksum(message));
    }
  }

  private LinkHeaderBlock() {}

  /**
   * Returns the checksum of the message without the block, which stands beside the text of the
   * field.
   */
  private static String checksum(byte[] message) {
    byte[] crc = ByteBuffer.allocate(Integer.BYTES).putInt(Instance.of(message).crc()).array();
    return ";c=\"" + Base64.getUrlEncoder().withoutPadding().encodeToString(crc) + '"';
  }

  /** Returns the text of the block beside a delta, by its content coding. */
  static String saying(String coding) {
    String text = LinkField.requestDelta().own().value();
    return coding.equals(FormField.CODING) ? text + FORM : text;
  }

  /** The content coding of the delta beside a block that says {@code text}. */
  static String coding(String text) {
    return text.endsWith(FORM) ? FormField.CODING : LinkField.CODING;
  }

  // ---- writing ----

  /**
   * Returns a message with a block that says what {@code field} says, and the checksum of the
   * message.
   *
   * @param message an envelope
   * @return null if it has no place where the block could be told apart from the message again, or
   *     is malformed, which its reader will say
   */
  static byte @Nullable [] insert(byte[] message, String field) {
    if (!Utf8Messages.isUtf8(message, null)) {
      return null;
    }
    try {
      return withBlock(message, field);
    } catch (XmlException e) {
      return null;
    }
  }

  private static byte @Nullable [] withBlock(byte[] message, String field) {
    XmlReader in = new XmlReader().reset(message, 0, message.length);
    XmlName envelope = root(in);
    String prefix = in.prefix();
    XmlName child = in.nextChild(null);
    String block = block(prefix, "0", field + checksum(message));
    if (isNamed(child, envelope.uri(), "Body")) {
      String open = prefix.isEmpty() ? "Header" : prefix + ":Header";
      return inserted(message, in.offset(), '<' + open + '>' + block + "</" + open + '>');
    }
    int end = isNamed(child, envelope.uri(), "Header") ? afterTag(message, in.offset()) : -1;
    boolean hasContent = end > 0 && message[end - 2] != '/' && !isEndTag(message, end);
    return hasContent ? inserted(message, end, block) : null;
  }

  private static String block(String prefix, String mustUnderstand, String text) {
    // An unprefixed attribute would be in no namespace; without it the block is optional.
    String must =
        prefix.isEmpty() ? "" : " %s:mustUnderstand=\"%s\"".formatted(prefix, mustUnderstand);
    return "<d:%s xmlns:d=\"%s\"%s>%s</d:%1$s>".formatted(BLOCK, NAMESPACE, must, text);
  }

  private static byte[] inserted(byte[] message, int at, String text) {
    byte[] more = text.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[message.length + more.length];
    System.arraycopy(message, 0, all, 0, at);
    System.arraycopy(more, 0, all, at, more.length);
    System.arraycopy(message, at, all, at + more.length, message.length - at);
    return all;
  }

  /**
   * Returns an envelope for a delta, which is no message for a receiver that does not understand
   * it.
   */
  static byte[] delta(SoapVersion version, String text, byte[] delta) {
    String content = Base64.getEncoder().encodeToString(delta);
    return envelope(
        version,
        "1",
        text,
        "<d:%s xmlns:d=\"%s\">%s</d:%1$s>".formatted(DELTA, NAMESPACE, content));
  }

  /** Returns an envelope with an empty body. */
  static byte[] empty(SoapVersion version, String text) {
    return envelope(version, "0", text, "");
  }

  private static byte[] envelope(
      SoapVersion version, String mustUnderstand, String text, String body) {
    String envelope =
        "<e:Envelope xmlns:e=\"%s\"><e:Header>%s</e:Header><e:Body>%s</e:Body></e:Envelope>";
    return envelope
        .formatted(version.namespace(), block("e", mustUnderstand, text), body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  // ---- reading ----

  /**
   * Returns the block that a message has.
   *
   * @param charset the name of its encoding as the transport gave it; null for none
   * @return null if there is none, or the message is malformed, which the next reader will say
   */
  static @Nullable Found find(byte[] message, @Nullable String charset) {
    if (!Utf8Messages.isUtf8(message, charset) || !hasMark(message)) {
      return null;
    }
    try {
      return found(message, charset);
    } catch (XmlException e) {
      return null;
    }
  }

  private static @Nullable Found found(byte[] message, @Nullable String charset) {
    XmlReader in = new XmlReader().reset(message, 0, message.length, charset);
    XmlName envelope = root(in);
    if (!isNamed(in.nextChild(null), envelope.uri(), "Header")) {
      return null;
    }
    int header = in.offset();
    int start = -1;
    int end = -1;
    String text = "";
    boolean others = false;
    for (XmlName block = in.nextChild(null); block != null; block = in.nextChild(null)) {
      if (start < 0 && isNamed(block, NAMESPACE, BLOCK)) {
        start = in.offset();
        text = in.readText().toToken();
        end = afterTag(message, in.offset());
      } else {
        others = true;
        in.skipElement();
      }
    }
    if (text.isEmpty() || text.length() > MAX_TEXT) {
      return null;
    }
    int close = in.offset();
    if (isNamed(in.nextChild(null), envelope.uri(), "Body")
        && isNamed(in.nextChild(null), NAMESPACE, DELTA)) {
      return new Found(text, null, in.readText().toBase64(), others);
    }
    boolean alone = start == afterTag(message, header) && end == close;
    byte[] rest =
        alone ? without(message, header, afterTag(message, close)) : without(message, start, end);
    return new Found(text, rest, null, others);
  }

  private static byte[] without(byte[] message, int start, int end) {
    byte[] rest = new byte[message.length - (end - start)];
    System.arraycopy(message, 0, rest, 0, start);
    System.arraycopy(message, end, rest, start, message.length - end);
    return rest;
  }

  private static XmlName root(XmlReader in) {
    while (in.next() != XmlReader.START_ELEMENT) {
      // To the envelope.
    }
    return in.name();
  }

  private static boolean isNamed(@Nullable XmlName name, String uri, String local) {
    return name != null && name.uri().equals(uri) && name.local().equals(local);
  }

  private static int afterTag(byte[] message, int start) {
    return SenderDigest.endOfTag(message, start) + 1;
  }

  private static boolean isEndTag(byte[] message, int at) {
    return message[at] == '<' && message[at + 1] == '/';
  }

  private static boolean hasMark(byte[] message) {
    for (int at = message.length - MARK.length; at >= 0; at--) {
      int matched = 0;
      while (matched < MARK.length && message[at + matched] == MARK[matched]) {
        matched++;
      }
      if (matched == MARK.length) {
        return true;
      }
    }
    return false;
  }
}
