package io.castile.soap.multipart;

import io.castile.soap.SoapMessageException;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.internal.HttpSyntax;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.xml.Attachment;
import io.castile.xml.internal.AttachmentSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.NameValuePair;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;

/**
 * A message with its parts (RFC 2046 §5.1, RFC 2387): the document, and the other parts by their
 * Content-ID. What comes before the first boundary and behind the last one is passed over, lines
 * may end with CRLF or LF; an end is never missing. A part that is a package itself is content like
 * any other. Thread-safe.
 */
public final class MultipartContent {
  /** More than any sender makes; RFC 2046 §5.1.1 allows 70. */
  private static final int MAX_BOUNDARY = 250;

  private static final int MAX_FIELDS = 100;

  private final byte[] root;
  private final @Nullable String charset;
  private final Map<String, Attachment> parts;
  private final AttachmentOptions options;

  /** The Content-IDs of the parts to which the document has referred where it was read. */
  private final Set<String> referred = ConcurrentHashMap.newKeySet();

  private MultipartContent(
      byte[] root,
      @Nullable String charset,
      Map<String, Attachment> parts,
      AttachmentOptions options) {
    this.root = root;
    this.charset = charset;
    this.parts = parts;
    this.options = options;
  }

  /** A message that has been made here, as if it had come. */
  public static MultipartContent of(
      byte[] root, Map<String, Attachment> parts, AttachmentOptions options) {
    return new MultipartContent(root, null, Collections.unmodifiableMap(parts), options);
  }

  /** The other parts that have a Content-ID, by it, in the order in which they came. */
  public Map<String, Attachment> parts() {
    return parts;
  }

  /** The document; not to be changed. */
  public byte[] root() {
    return root;
  }

  /** The encoding of the document as its part gives it; null for none. */
  public @Nullable String charset() {
    return charset;
  }

  /** The other parts, for one reading of the document. */
  public AttachmentSource source() {
    return new ReceivedParts(parts, referred, options.maxTotalBytes());
  }

  /** The other parts to which the document, as far as it has been read, does not refer. */
  public Map<String, Attachment> loose() {
    Map<String, Attachment> loose = new LinkedHashMap<>(parts);
    loose.keySet().removeAll(referred);
    return loose;
  }

  /** The Content-ID that a field or parameter gives, without its brackets. */
  public static String contentId(String value) {
    String id = value.trim();
    return id.length() >= 2 && id.startsWith("<") && id.endsWith(">")
        ? id.substring(1, id.length() - 1).trim()
        : id;
  }

  /**
   * Reads a package, and what follows it to the end.
   *
   * @param maxDocumentBytes the size of the document
   * @throws SoapMessageException if it is malformed, cut short, exceeds a limit, or cannot be
   *     stored
   * @throws IOException what {@code content} throws
   */
  static MultipartContent read(
      InputStream content, MultipartType type, AttachmentOptions options, int maxDocumentBytes)
      throws SoapMessageException, IOException {
    if (type.boundary().isEmpty() || type.boundary().length() > MAX_BOUNDARY) {
      throw malformed(
          "expected a boundary of 1 to "
              + MAX_BOUNDARY
              + " characters in Content-Type, found one of "
              + type.boundary().length(),
          null);
    }
    return new Reading(type, options, maxDocumentBytes).read(new Source(content, type.boundary()));
  }

  private static SoapMessageException malformed(String what, @Nullable Exception cause) {
    return SoapMessageException.sender("the multipart message: " + what, cause);
  }

  /**
   * The source of a package; it knows whether it was itself that failed.
   *
   * <p>Mime4j 0.8 takes the CR before a boundary for content in two cases, which do not arise here:
   * where pieces are short, so pieces are as long as they are asked for; and where a piece ends
   * between the two hyphens behind the last boundary, so the first of them opens the next piece.
   */
  private static final class Source extends InputStream {
    private final InputStream in;
    private final byte[] delimiter;
    private boolean held; // whether a hyphen behind the boundary opens the next piece
    private @Nullable IOException failure;

    Source(InputStream in, String boundary) {
      this.in = in;
      this.delimiter = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      if (length == 0) {
        return 0;
      }
      int opened = held ? 1 : 0;
      if (held) {
        bytes[offset] = '-';
        held = false;
      }
      int count = opened + readAll(bytes, offset + opened, length - opened);
      if (endsWithinClose(bytes, offset, count)) {
        held = true;
        count--;
      }
      return count == 0 ? -1 : count;
    }

    private int readAll(byte[] bytes, int offset, int length) throws IOException {
      try {
        return in.readNBytes(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    /** Whether bytes end with the boundary and one hyphen. */
    private boolean endsWithinClose(byte[] bytes, int offset, int count) {
      int start = offset + count - 1 - delimiter.length;
      return start >= offset
          && bytes[offset + count - 1] == '-'
          && Arrays.equals(bytes, start, start + delimiter.length, delimiter, 0, delimiter.length);
    }
  }

  /** One reading of a package. */
  private static final class Reading {
    private final MultipartType type;
    private final AttachmentOptions options;
    private final long maxDocumentBytes;
    private final PartStore store;
    private final Map<String, Attachment> parts = new LinkedHashMap<>();

    private byte @Nullable [] root;
    private @Nullable String charset;
    private int count;

    // Of the part under way.
    private @Nullable String id;
    private @Nullable String location;
    private @Nullable String contentType;
    private String transferEncoding = "7bit";

    Reading(MultipartType type, AttachmentOptions options, int maxDocumentBytes) {
      this.type = type;
      this.options = options;
      this.maxDocumentBytes = maxDocumentBytes;
      this.store = new PartStore(options);
    }

    MultipartContent read(Source content) throws SoapMessageException, IOException {
      boolean done = false;
      try {
        readParts(content);
        content.transferTo(OutputStream.nullOutputStream());
        store.finish();
        done = true;
      } finally {
        if (!done) {
          store.discard();
        }
      }
      byte[] document = Objects.requireNonNull(root); // as readParts() has seen
      return new MultipartContent(document, charset, Collections.unmodifiableMap(parts), options);
    }

    private void readParts(Source content) throws SoapMessageException, IOException {
      MimeConfig config =
          new MimeConfig.Builder()
              .setMaxHeaderCount(MAX_FIELDS)
              .setMaxHeaderLen(options.maxHeaderBytes())
              .setMaxLineLen(options.maxHeaderBytes())
              .build();
      MimeTokenStream stream = new MimeTokenStream(config, new Monitor(), null);
      stream.setRecursionMode(RecursionMode.M_NO_RECURSE);
      try {
        stream.parseHeadless(content, type.contentType());
        for (EntityState state = stream.getState();
            state != EntityState.T_END_OF_STREAM;
            state = stream.next()) {
          take(state, stream);
        }
      } catch (IOException | MimeException e) {
        if (content.failure != null) {
          throw content.failure;
        }
        throw malformed(place() + reason(e), e);
      } catch (RuntimeException e) {
        throw malformed(place() + "it cannot be read: " + e, e);
      }
      if (root == null) {
        throw malformed(
            type.start().isEmpty()
                ? "expected a part, found none"
                : "expected a root part with Content-ID '"
                    + ErrorText.shortened(type.start())
                    + "', found none among "
                    + count
                    + " parts",
            null);
      }
    }

    private void take(EntityState state, MimeTokenStream stream)
        throws SoapMessageException, IOException {
      switch (state) {
        case T_START_BODYPART -> begin();
        case T_FIELD -> field(stream.getField());
        case T_START_MULTIPART -> {
          if (count > 0) {
            body(stream); // whose own parts are bytes of this one
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
      location = null;
      contentType = null;
      transferEncoding = "7bit";
    }

    private void field(Field field) {
      switch (field.getName().toLowerCase(Locale.ROOT)) {
        case "content-id" -> id = contentId(field.getBody());
        case "content-location" -> location = field.getBody().strip();
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
      InputStream in = decoded(stream.getInputStream());
      boolean isRoot = type.start().isEmpty() ? count == 1 : type.start().equals(id);
      if (isRoot && root == null) {
        if (HttpSyntax.mediaType(contentType).startsWith("multipart/")) {
          throw malformed(place() + "expected a document, found multipart", null);
        }
        root = document(in);
        charset = charset(contentType);
      } else {
        String name = id == null ? nameWithoutId() : id;
        if (parts.put(name, part(name, in)) != null) {
          throw malformed(
              place()
                  + "expected Content-IDs that differ, found '"
                  + ErrorText.shortened(name)
                  + "' twice",
              null);
        }
      }
    }

    /**
     * The name of a part without Content-ID: its Content-Location (SOAP Messages with Attachments
     * §3), else its place, as the first part is the message.
     */
    private String nameWithoutId() {
      String name = location == null || location.isEmpty() ? "part-" + count : location;
      return parts.containsKey(name) ? name + "#part-" + count : name;
    }

    /** The content of a part without its transfer encoding. */
    private InputStream decoded(InputStream content) throws SoapMessageException {
      return switch (transferEncoding) {
        case "7bit", "8bit", "binary", "" -> content;
        case "base64" -> new Base64Content(content);
        case "quoted-printable" -> new QuotedPrintable(content);
        default ->
            throw malformed(
                place()
                    + "expected Content-Transfer-Encoding 7bit, 8bit, binary, base64 or"
                    + " quoted-printable, found '"
                    + ErrorText.shortened(transferEncoding)
                    + "'",
                null);
      };
    }

    private byte[] document(InputStream in) throws SoapMessageException, IOException {
      long most = Math.min(options.maxPartBytes(), maxDocumentBytes);
      byte[] bytes = in.readNBytes((int) most);
      if (bytes.length == most && in.read() >= 0) {
        throw most == options.maxPartBytes()
            ? tooLarge()
            : malformed(place() + "a document of more than maxBytes = " + most, null);
      }
      return bytes;
    }

    private Attachment part(String name, InputStream in) throws SoapMessageException, IOException {
      Attachment part = store.take(name, contentType, in);
      if (part == null) {
        throw tooLarge();
      }
      return part;
    }

    private SoapMessageException tooLarge() {
      return malformed(place() + "more than maxPartBytes = " + options.maxPartBytes(), null);
    }

    private static @Nullable String charset(@Nullable String contentType) {
      if (contentType != null) {
        for (NameValuePair parameter : MultipartType.parse(contentType).getParams()) {
          if (parameter.getName().equalsIgnoreCase("charset")) {
            return HttpSyntax.charsetName(parameter.getValue());
          }
        }
      }
      return null;
    }

    private String place() {
      return count == 0 ? "" : "in part " + count + ": ";
    }

    private static String reason(Exception e) {
      return e.getMessage() == null || e.getMessage().isEmpty()
          ? "it is malformed or ends too early"
          : ErrorText.shortened(e.getMessage());
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
