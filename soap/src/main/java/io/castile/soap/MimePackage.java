package io.castile.soap;

import io.castile.xml.Attachment;
import io.castile.xml.AttachmentSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.NameValuePair;
import org.apache.james.mime4j.stream.RecursionMode;

/**
 * A message with its parts (RFC 2046 §5.1, RFC 2387): the document, and the other parts by their
 * Content-ID. What comes before the first boundary and behind the last one is passed over, lines
 * may end with CRLF or LF; an end is never missing. Thread-safe.
 */
final class MimePackage {
  /** More than any sender makes; RFC 2046 §5.1.1 allows 70. */
  private static final int MAX_BOUNDARY = 250;

  private static final int MAX_FIELDS = 100;

  private final byte[] root;
  private final String charset;
  private final Map<String, Attachment> parts;
  private final AttachmentOptions options;

  private MimePackage(
      byte[] root, String charset, Map<String, Attachment> parts, AttachmentOptions options) {
    this.root = root;
    this.charset = charset;
    this.parts = parts;
    this.options = options;
  }

  /** A message that has been made here, as if it had come. */
  static MimePackage of(byte[] root, Map<String, Attachment> parts, AttachmentOptions options) {
    return new MimePackage(root, null, Collections.unmodifiableMap(parts), options);
  }

  /** The other parts that have a Content-ID, by it, in the order in which they came. */
  Map<String, Attachment> parts() {
    return parts;
  }

  /** The document; not to be changed. */
  byte[] root() {
    return root;
  }

  /** The encoding of the document as its part gives it; null for none. */
  String charset() {
    return charset;
  }

  /** The other parts, for one reading of the document. */
  AttachmentSource source() {
    return new ReceivedParts(parts, options.maxTotalBytes());
  }

  /** The Content-ID that a field or parameter gives, without its brackets. */
  static String contentId(String value) {
    String id = value.trim();
    return id.length() >= 2 && id.startsWith("<") && id.endsWith(">")
        ? id.substring(1, id.length() - 1).trim()
        : id;
  }

  /**
   * Reads a package.
   *
   * @throws SoapMessageException if it is malformed, cut short, or exceeds a limit
   */
  static MimePackage read(byte[] content, PackageType type, AttachmentOptions options)
      throws SoapMessageException {
    if (type.boundary().isEmpty() || type.boundary().length() > MAX_BOUNDARY) {
      throw malformed(
          "expected a boundary of 1 to "
              + MAX_BOUNDARY
              + " characters in Content-Type, found one of "
              + type.boundary().length(),
          null);
    }
    return new Reading(type, options).read(content);
  }

  private static SoapMessageException malformed(String what, Exception cause) {
    return SoapMessageException.sender("the multipart message: " + what, cause);
  }

  /** One reading of a package. */
  private static final class Reading {
    private final PackageType type;
    private final AttachmentOptions options;
    private final Map<String, Attachment> parts = new LinkedHashMap<>();

    private byte[] root;
    private String charset;
    private int count;

    // Of the part under way.
    private String id;
    private String contentType;
    private String transferEncoding;

    Reading(PackageType type, AttachmentOptions options) {
      this.type = type;
      this.options = options;
    }

    MimePackage read(byte[] content) throws SoapMessageException {
      MimeConfig config =
          new MimeConfig.Builder()
              .setMaxHeaderCount(MAX_FIELDS)
              .setMaxHeaderLen(options.maxHeaderBytes())
              .setMaxLineLen(options.maxHeaderBytes())
              .build();
      MimeTokenStream stream = new MimeTokenStream(config, new Monitor(), null);
      stream.setRecursionMode(RecursionMode.M_NO_RECURSE);
      try {
        stream.parseHeadless(new ByteArrayInputStream(content), type.contentType());
        for (EntityState state = stream.getState();
            state != EntityState.T_END_OF_STREAM;
            state = stream.next()) {
          take(state, stream);
        }
      } catch (IOException | MimeException e) {
        throw malformed(place() + reason(e), e);
      } catch (RuntimeException e) {
        throw malformed(place() + "it cannot be read: " + e, e);
      }
      if (root == null) {
        throw malformed(
            type.start().isEmpty()
                ? "expected a part, found none"
                : "expected a root part with Content-ID '"
                    + EnvelopeReader.shortened(type.start())
                    + "', found none among "
                    + count
                    + " parts",
            null);
      }
      return new MimePackage(root, charset, Collections.unmodifiableMap(parts), options);
    }

    private void take(EntityState state, MimeTokenStream stream)
        throws SoapMessageException, IOException {
      switch (state) {
        case T_START_BODYPART -> begin();
        case T_FIELD -> field(stream.getField());
        case T_START_MULTIPART -> {
          if (count > 0) {
            throw nested();
          }
        }
        case T_BODY -> body(stream);
        default -> {
          // Nothing of the parts.
        }
      }
    }

    private void begin() throws SoapMessageException {
      if (++count > options.maxParts()) {
        throw malformed("more than maxParts = " + options.maxParts() + " parts", null);
      }
      id = null;
      contentType = null;
      transferEncoding = "7bit";
    }

    private void field(Field field) {
      switch (field.getName().toLowerCase(Locale.ROOT)) {
        case "content-id" -> id = contentId(field.getBody());
        case "content-type" -> contentType = field.getBody().trim();
        case "content-transfer-encoding" ->
            transferEncoding = field.getBody().trim().toLowerCase(Locale.ROOT);
        default -> {
          // Of no use here.
        }
      }
    }

    private void body(MimeTokenStream stream) throws SoapMessageException, IOException {
      if (count == 0) {
        throw malformed("expected a part, found none", null);
      }
      if (HttpSyntax.mediaType(contentType).startsWith("multipart/")) {
        throw nested();
      }
      switch (transferEncoding) {
        case "7bit", "8bit", "binary", "base64", "quoted-printable", "" -> {
          // Known to the stream.
        }
        default ->
            throw malformed(
                place()
                    + "expected Content-Transfer-Encoding 7bit, 8bit, binary, base64 or"
                    + " quoted-printable, found '"
                    + EnvelopeReader.shortened(transferEncoding)
                    + "'",
                null);
      }
      byte[] bytes = content(stream.getDecodedInputStream());
      boolean isRoot = type.start().isEmpty() ? count == 1 : type.start().equals(id);
      if (isRoot && root == null) {
        root = bytes;
        charset = charset(contentType);
      } else if (id != null && parts.put(id, new ReceivedPart(id, contentType, bytes)) != null) {
        throw malformed(
            place()
                + "expected Content-IDs that differ, found '"
                + EnvelopeReader.shortened(id)
                + "' twice",
            null);
      }
    }

    private byte[] content(InputStream in) throws SoapMessageException, IOException {
      byte[] bytes = in.readNBytes(options.maxPartBytes());
      if (bytes.length == options.maxPartBytes() && in.read() >= 0) {
        throw malformed(place() + "more than maxPartBytes = " + options.maxPartBytes(), null);
      }
      return bytes;
    }

    private static String charset(String contentType) {
      if (contentType != null) {
        for (NameValuePair parameter : PackageType.parse(contentType).getParams()) {
          if (parameter.getName().equalsIgnoreCase("charset")) {
            return parameter.getValue();
          }
        }
      }
      return null;
    }

    private SoapMessageException nested() {
      return malformed(place() + "expected a part that has no parts itself, found multipart", null);
    }

    private String place() {
      return count == 0 ? "" : "in part " + count + ": ";
    }

    private static String reason(Exception e) {
      return e.getMessage() == null || e.getMessage().isEmpty()
          ? "it is malformed or ends too early"
          : EnvelopeReader.shortened(e.getMessage());
    }
  }

  /** Takes no end for granted; lines of a header that are none are passed over. */
  private static final class Monitor extends DecodeMonitor {
    @Override
    public boolean warn(String error, String dropDescription) {
      return !error.startsWith("Invalid header");
    }

    @Override
    public boolean isListening() {
      return true;
    }
  }
}
