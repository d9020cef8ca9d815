package io.castile.soap.exchange.internal;

import io.castile.codec.BindingException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartPayload;
import io.castile.soap.multipart.MultipartType;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.AttachmentSink;
import io.castile.xml.internal.XmlInternals;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the parts of a message while its document is written, and then is the package of both
 * (RFC 2387):
 *
 * <pre>
 * Content-Type: multipart/related; type="application/xop+xml"; boundary="…";
 *     start="&lt;root.…@castile&gt;"; start-info="text/xml"
 *
 * --…
 * Content-Type: application/xop+xml; charset=utf-8; type="text/xml"
 * Content-Transfer-Encoding: binary
 * Content-ID: &lt;root.…@castile&gt;
 *
 * the document
 * --…
 * Content-Type: image/png
 * Content-Transfer-Encoding: binary
 * Content-ID: &lt;1.…@castile&gt;
 *
 * the bytes
 * --…--
 * </pre>
 *
 * <p>For one thread.
 */
public final class MultipartWriter implements AttachmentSink {
  private final AttachmentMode mode;
  private final AttachmentOptions options;

  /** It cannot be known beforehand, so it stands in no part. */
  private final String token = UUID.randomUUID().toString();

  /** The parts by their Content-IDs. */
  private final Map<String, Attachment> parts = new LinkedHashMap<>();

  public MultipartWriter(AttachmentMode mode, AttachmentOptions options) {
    this.mode = mode;
    this.options = options;
  }

  /** The package of a message that is there, with parts that are there. */
  static MultipartWriter of(
      MultipartType type, Map<String, Attachment> parts, AttachmentOptions options) {
    MultipartWriter sent =
        new MultipartWriter(
            type.isXop() ? AttachmentMode.MTOM : AttachmentMode.REFERENCES, options);
    parts.forEach(sent::add);
    return sent;
  }

  /** The writer of a message's document. */
  interface Document {
    void writeTo(XmlWriter out) throws SoapMessageException;
  }

  /** Writes a message that refers to parts, to be looked at before it is sent. */
  static MultipartContent write(EnvelopeCodec codec, Document document)
      throws SoapMessageException {
    MultipartWriter sent = new MultipartWriter(AttachmentMode.REFERENCES, codec.attachments());
    XmlWriter out = XmlInternals.withAttachments(codec.writer().take(), sent);
    try {
      document.writeTo(out);
      return MultipartContent.of(out.toByteArray(), sent.parts, codec.attachments());
    } finally {
      codec.writer().release(out);
    }
  }

  @Override
  public @Nullable String offer(Attachment part) {
    // What is no part of its own is no loss: other ends bound the parts as this one does.
    boolean taken =
        mode == AttachmentMode.MTOM
            && (part.size() == Attachment.UNKNOWN_SIZE || part.size() >= options.thresholdBytes())
            && parts.size() + 1 < options.maxParts();
    return taken ? refer(part) : null;
  }

  @Override
  public String refer(Attachment part) {
    String id = parts.size() + 1 + "." + token + "@castile";
    checked(part.contentType());
    parts.put(id, part);
    return "cid:" + id;
  }

  /**
   * Adds a part to which the document need not refer.
   *
   * @param id its Content-ID, without brackets
   */
  public void add(String id, Attachment part) {
    checked(part.contentType());
    parts.put(checked(id), part);
  }

  private static String checked(String field) {
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c < 0x20 || c > 0x7E) {
        throw new BindingException(
            String.format(
                "expected content type and identifier of an attachment in printable ASCII, found U+%04X at index"
                    + " %d",
                (int) c, i));
      }
    }
    return field;
  }

  /** Whether the message has to leave as a package. */
  public boolean isPackage() {
    return mode == AttachmentMode.MTOM || !parts.isEmpty();
  }

  /** The value of field Content-Type for the package. */
  public String contentType(SoapVersion version, String action) {
    boolean mtom = mode == AttachmentMode.MTOM;
    StringBuilder type = new StringBuilder(200);
    type.append(MultipartType.MULTIPART).append("; type=\"");
    type.append(mtom ? MultipartType.XOP : version.mediaType());
    type.append("\"; boundary=\"").append(boundary());
    type.append("\"; start=\"<").append(rootId()).append(">\"");
    if (mtom) {
      type.append("; start-info=\"").append(version.mediaType()).append('"');
    }
    if (version == SoapVersion.SOAP_1_2 && !action.isEmpty()) {
      type.append("; action=\"").append(escaped(action)).append('"');
    }
    return type.toString();
  }

  /** In a quoted string (RFC 9110 §5.6.4). */
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /**
   * The package.
   *
   * @param document in UTF-8; used as long as the package is
   */
  public Payload payload(SoapVersion version, Payload document) {
    String type =
        mode == AttachmentMode.MTOM
            ? MultipartType.XOP + "; charset=utf-8; type=\"" + version.mediaType() + '"'
            : version.mediaType() + "; charset=utf-8";
    byte[] end = ("\r\n--" + boundary() + "--\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] head = head(type, rootId());
    // No line break before the first boundary: some readers expect none.
    byte[] first = Arrays.copyOfRange(head, 2, head.length);
    List<MultipartPayload.Part> sent = new ArrayList<>(parts.size());
    for (Map.Entry<String, Attachment> part : parts.entrySet()) {
      byte[] partHead = head(part.getValue().contentType(), part.getKey());
      sent.add(new MultipartPayload.Part(partHead, part.getValue()));
    }
    return new MultipartPayload(first, document, sent, end);
  }

  private byte[] head(String contentType, String id) {
    String head =
        "\r\n--"
            + boundary()
            + "\r\nContent-Type: "
            + contentType
            + "\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <"
            + id
            + ">\r\n\r\n";
    return head.getBytes(StandardCharsets.US_ASCII);
  }

  private String boundary() {
    return "castile-" + token;
  }

  private String rootId() {
    return "root." + token + "@castile";
  }
}
