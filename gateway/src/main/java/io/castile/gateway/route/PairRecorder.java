package io.castile.gateway.route;

import io.castile.bridge.JsonOperation;
import io.castile.bridge.JsonService;
import io.castile.bridge.ProblemException;
import io.castile.bridge.mock.MockParts;
import io.castile.gateway.json.ServiceDescription;
import io.castile.gateway.soap.MediaType;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.http.message.Redaction;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.xml.Attachment;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps pairs of a request and its response as files that a person reads and edits, in the form in
 * which {@code castile mock --replay} reads them. Header blocks are left out, and the content of
 * elements whose names say that it is secret. Attachments are kept beside their messages, unless
 * something of the pair is secret by its name, as they may have the same in them. A request whose
 * pair is there is not recorded again. Thread-safe.
 */
final class PairRecorder {
  /** The pairs that a folder gets. */
  static final int MOST_PAIRS = 10_000;

  private static final Logger log = LoggerFactory.getLogger(PairRecorder.class);

  /** How many bytes of a digest tell requests apart. */
  private static final int NAME_BYTES = 8;

  private static final int MOST_CHARACTERS = 100;

  private static final String SECRETS =
      "passw|secret|token|credential|signature|apikey|api-key|cvv|cvc";

  private static final Pattern SECRET = Pattern.compile("(?i).*(?:" + SECRETS + "|pin$).*");
  private static final Pattern SECRET_WORD = Pattern.compile("(?i)" + SECRETS + "|\\bpin\\b");

  private static final Redaction MASK = new Redaction(PairRecorder::masked);
  private static final Redaction HEADERS = new Redaction(PairRecorder::header);

  /** Parts are in memory, as the message is. */
  private static final AttachmentOptions PARTS =
      AttachmentOptions.builder()
          .maxPartBytes(MockParts.MAX_BYTES)
          .maxTotalBytes(MockParts.MAX_BYTES)
          .maxMemoryBytes((int) MockParts.MAX_BYTES)
          .build();

  private static final Pattern TEXT_TYPE =
      Pattern.compile(
          "(?i)\\s*(?:text/|[^;]*[/+](?:xml|json)\\b|application/x-www-form-urlencoded).*");

  private final Path folder;

  /** The bytes of attachments in the folder. Guarded by this. */
  private long attachmentBytes;

  /** The pairs in the folder; negative before they were counted. Guarded by this. */
  private int count = -1;

  /** The names of operations by their elements, of the description that was last seen. */
  private volatile @Nullable Names names;

  private record Names(JsonService service, Map<QName, String> byElement) {}

  /**
   * @param folder is made if it is not there
   */
  PairRecorder(Path folder) {
    this.folder = folder;
  }

  /** Returns where the pairs are. */
  Path folder() {
    return folder;
  }

  /**
   * A message as it is recorded.
   *
   * @param envelope in UTF-8
   * @param parts its attachments, by their Content-IDs
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Message(byte[] envelope, Map<String, Attachment> parts) {
    /**
     * Returns the message of a content; null where it is no envelope in UTF-8, alone or with
     * attachments, of which a pair has a form.
     */
    static @Nullable Message of(byte[] content, @Nullable String contentType) {
      MultipartType type = MultipartType.of(contentType);
      if (type == null) {
        boolean isEnvelope = MediaType.parse(contentType).version() != null;
        return isEnvelope && Utf8Messages.isUtf8(content, null)
            ? new Message(content, Map.of())
            : null;
      }
      if (type.isXop() || type.version() == null) {
        return null;
      }
      try {
        MultipartContent opened =
            ReceivedMultipart.read(
                    new ByteArrayInputStream(content), type, PARTS, (int) MockParts.MAX_BYTES)
                .open();
        return Utf8Messages.isUtf8(opened.root(), opened.charset())
                && MockParts.isWritable(opened.parts())
            ? new Message(opened.root(), opened.parts())
            : null;
      } catch (SoapMessageException e) {
        log.debug("a message with attachments is not recorded: {}", e.getMessage());
        return null;
      } catch (IOException e) {
        throw new UncheckedIOException(e); // of an array, which has none
      }
    }

    /** Returns the name of the element in the body; null where there is none. */
    @Nullable QName operation() {
      try {
        XmlReader in = new XmlReader().reset(envelope, 0, envelope.length);
        XmlName root = in.nextChild(null);
        for (XmlName each = root == null ? null : in.nextChild(null);
            each != null;
            each = in.nextChild(null)) {
          if (each.local().equals("Body")) {
            XmlName element = in.nextChild(null);
            return element == null ? null : element.toQName();
          }
          in.skipElement();
        }
      } catch (XmlException e) {
        log.debug("a message is not recorded: {}", e.getMessage());
      }
      return null;
    }

    long partBytes() {
      return parts.values().stream().mapToLong(Attachment::size).sum();
    }
  }

  private static @Nullable String header(XmlName name) {
    boolean isHeader = name.local().equals("Header") && SoapVersion.ofNamespace(name.uri()) != null;
    return isHeader ? "" : null;
  }

  private static @Nullable String masked(XmlName name) {
    String header = header(name);
    return header == null && SECRET.matcher(name.local()).matches() ? "***" : header;
  }

  /** Whether an attachment may have a secret in it, by its name and the words of a text. */
  private static boolean isSecret(String contentId, Attachment part) {
    if (SECRET.matcher(contentId).matches()
        || SECRET.matcher(MockParts.partName(contentId)).matches()) {
      return true;
    }
    try {
      CharBuffer text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(part.toByteArray()));
      boolean isUtf16 = text.toString().indexOf('\0') >= 0 && isText(part);
      return isUtf16 || SECRET_WORD.matcher(text).find();
    } catch (CharacterCodingException e) {
      return isText(part); // which cannot be looked through
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of an array, which has none
    }
  }

  private static boolean isText(Attachment part) {
    return TEXT_TYPE.matcher(part.contentType()).matches();
  }

  private static boolean isSecret(Message message, byte[] masked) {
    byte[] plain = HEADERS.of(message.envelope(), message.envelope().length * 2L);
    return !Arrays.equals(plain, masked)
        || message.parts().entrySet().stream()
            .anyMatch(each -> isSecret(each.getKey(), each.getValue()));
  }

  /**
   * Records a pair, unless there is one for the same request, or there are as many as may be.
   *
   * @param operation the element in the body of the request
   */
  void record(Route route, QName operation, Message request, Message response) {
    byte[] asked = MASK.of(request.envelope(), request.envelope().length * 2L);
    byte[] answered = MASK.of(response.envelope(), response.envelope().length * 2L);
    if (asked == null || answered == null) {
      return;
    }
    boolean hasParts = !request.parts().isEmpty() || !response.parts().isEmpty();
    if (hasParts && (isSecret(request, asked) || isSecret(response, answered))) {
      return;
    }
    String stem = fileName(name(route, operation)) + "." + digest(asked, request.parts());
    try {
      write(
          stem,
          new Message(asked, request.parts()),
          new Message(answered, response.parts()),
          request.partBytes() + response.partBytes());
    } catch (IOException e) {
      log.warn("a pair of {} cannot be recorded: {}", operation, e.toString());
    }
  }

  private synchronized void write(String stem, Message request, Message response, long partBytes)
      throws IOException {
    Path file = folder.resolve(stem + ".request.xml");
    if (counted() < MOST_PAIRS
        && attachmentBytes + partBytes <= MockParts.MAX_FOLDER_BYTES
        && !Files.exists(file)) {
      write(folder.resolve(stem + ".response.xml"), response);
      write(file, request); // the last one, as a request is to have its response
      count++;
      attachmentBytes += partBytes;
    }
  }

  /** Returns the number of pairs; the folder is looked through when it is first asked for. */
  private synchronized int counted() throws IOException {
    if (count >= 0) {
      return count;
    }
    Files.createDirectories(folder);
    int found = 0;
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        found += each.toString().endsWith(".request.xml") ? 1 : 0;
        bytes += MockParts.isFolder(each) && Files.isDirectory(each) ? size(each) : 0;
      }
    }
    attachmentBytes = bytes;
    count = found;
    return found;
  }

  private static long size(Path folder) throws IOException {
    long size = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        size += Files.size(each);
      }
    }
    return size;
  }

  /** The name of an element has no slash, but may have characters that a file must not have. */
  private static String fileName(String operation) {
    String plain = operation.replaceAll("[^\\p{L}\\p{N}_.-]", "_");
    return plain.length() > MOST_CHARACTERS ? plain.substring(0, MOST_CHARACTERS) : plain;
  }

  /** Writes a message, and its attachments before it. */
  private void write(Path file, Message message) throws IOException {
    Path parts = MockParts.folder(file);
    if (Files.exists(parts)) { // of a pair that was not written to its end
      deleteAll(parts);
    }
    if (!message.parts().isEmpty()) {
      Path part = Files.createTempDirectory(folder, "part");
      MockParts.write(part, message.parts());
      Files.move(part, parts);
    }
    Path part = Files.createTempFile(folder, "part", ".tmp");
    Files.write(part, message.envelope());
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void deleteAll(Path parts) throws IOException {
    try (Stream<Path> files = Files.list(parts)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        Files.delete(each);
      }
    }
    Files.delete(parts);
  }

  private static String digest(byte[] message, Map<String, Attachment> parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(message);
      digest.update(MockParts.canonical(parts).getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(), 0, NAME_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot name the pair, because this JDK has no SHA-256.", e);
    }
  }

  /** The name in the description; the element's own where there is none, or it does not know it. */
  private String name(Route route, QName operation) {
    ServiceDescription description = route.description();
    String known = null;
    if (description != null) {
      try {
        known = names(description.service()).get(operation);
      } catch (ProblemException e) {
        log.debug("an operation is named by its element: {}", e.getMessage());
      }
    }
    return known == null ? operation.getLocalPart() : known;
  }

  private Map<QName, String> names(JsonService service) {
    Names read = names;
    if (read == null || read.service != service) {
      Map<QName, String> byElement = new HashMap<>();
      for (JsonOperation each : service.operations()) {
        try {
          QName element = each.element();
          if (element != null) {
            byElement.putIfAbsent(element, each.name());
          }
        } catch (ProblemException e) {
          continue; // of a message that Castile does not know without classes
        }
      }
      read = new Names(service, byElement);
      names = read;
    }
    return read.byElement;
  }
}
