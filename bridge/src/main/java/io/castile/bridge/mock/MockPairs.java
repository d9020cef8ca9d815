package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.soap.SoapVersion;
import io.castile.xml.Attachment;
import io.castile.xml.XmlException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of a request and its response in a folder: {@code OPERATION.request.xml} and {@code
 * OPERATION.response.xml}, and {@code OPERATION.NAME.request.xml} and its like for further ones. A
 * file has an envelope of SOAP 1.1 or 1.2, or the element in its body alone, in UTF-8. A response
 * without a request answers all other requests of its operation. Attachments are in {@code
 * OPERATION.request.parts} and its like ({@link MockParts}). Immutable and thread-safe.
 */
public final class MockPairs {
  /** No pairs. */
  public static final MockPairs NONE = new MockPairs(Map.of());

  private static final String REQUEST = ".request.xml";
  private static final String RESPONSE = ".response.xml";

  private final Map<String, List<Pair>> byOperation;

  private MockPairs(Map<String, List<Pair>> byOperation) {
    this.byOperation = byOperation;
  }

  /**
   * @param request null for any
   * @param requestParts the attachments of the request as {@link MockParts#canonical} has them;
   *     null for any
   */
  private record Pair(
      @Nullable MockMessage request, @Nullable String requestParts, Response response) {
    /** Whether the response can be given in this version: a fault looks otherwise in another. */
    boolean fits(SoapVersion version) {
      MockMessage message = response.message();
      return !message.isFault() || message.faultVersion() == version;
    }
  }

  /**
   * A recorded response.
   *
   * @param parts its attachments, by their Content-IDs
   */
  record Response(MockMessage message, Map<String, Attachment> parts) {}

  /**
   * Reads the pairs of a folder; other files are passed over.
   *
   * @param operations the names of operations that there are
   * @throws IOException if a file cannot be read, is no XML, is of no operation, a request has no
   *     response, or attachments are too large
   */
  public static MockPairs read(Path folder, Collection<String> operations) throws IOException {
    Map<String, List<Pair>> all = new LinkedHashMap<>();
    Attachments attachments = new Attachments();
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.sorted().toList();
    }
    for (Path each : files) {
      String name = String.valueOf(each.getFileName());
      if (name.endsWith(REQUEST)) {
        Path response = each.resolveSibling(stem(name, REQUEST) + RESPONSE);
        if (!Files.exists(response)) {
          throw new IOException(
              "expected " + response.getFileName() + " beside " + name + ", found none");
        }
        Map<String, Attachment> parts = attachments.of(each);
        Pair pair =
            new Pair(
                message(each),
                parts.isEmpty() ? null : MockParts.canonical(parts),
                new Response(message(response), attachments.of(response)));
        add(stem(name, REQUEST), pair, operations, each, all);
      } else if (name.endsWith(RESPONSE)
          && !Files.exists(each.resolveSibling(stem(name, RESPONSE) + REQUEST))) {
        Pair pair = new Pair(null, null, new Response(message(each), attachments.of(each)));
        add(stem(name, RESPONSE), pair, operations, each, all);
      }
    }
    Comparator<Pair> exactFirst = Comparator.comparing(each -> each.request() == null);
    Comparator<Pair> order = exactFirst.thenComparing(each -> each.requestParts() == null);
    all.values().forEach(pairs -> pairs.sort(order));
    return new MockPairs(all);
  }

  /** Reads attachments, and adds up their sizes. */
  private static final class Attachments {
    private long size;

    Map<String, Attachment> of(Path message) throws IOException {
      Path folder = MockParts.folder(message);
      Map<String, Attachment> parts = MockParts.read(folder);
      for (Attachment each : parts.values()) {
        size += each.size();
      }
      if (size > MockParts.MAX_FOLDER_BYTES) {
        throw new IOException(
            folder
                + ": expected at most "
                + MockParts.MAX_FOLDER_BYTES
                + " bytes of attachments in a folder of pairs, found more");
      }
      return parts;
    }
  }

  private static String stem(String name, String ending) {
    return name.substring(0, name.length() - ending.length());
  }

  private static void add(
      String stem, Pair pair, Collection<String> operations, Path file, Map<String, List<Pair>> all)
      throws IOException {
    String operation =
        operations.stream()
            .filter(each -> stem.equals(each) || stem.startsWith(each + "."))
            .max(Comparator.comparingInt(String::length))
            .orElseThrow(
                () ->
                    new IOException(
                        "expected a file of an operation, one of "
                            + String.join(", ", operations)
                            + ", found "
                            + file));
    all.computeIfAbsent(operation, added -> new ArrayList<>()).add(pair);
  }

  private static MockMessage message(Path file) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)); // which is how a response is sent
      return MockMessage.of(bytes);
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": expected UTF-8, found bytes that are none", e);
    } catch (XmlException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Returns the response to a request; null where there is none.
   *
   * @param parts the attachments of the request, by their Content-IDs
   */
  @Nullable Response response(
      String operation, MockMessage request, Map<String, Attachment> parts, SoapVersion version) {
    String canonical = null; // until a pair has attachments
    for (Pair each : byOperation.getOrDefault(operation, List.of())) {
      MockMessage expected = each.request();
      boolean isSame = expected == null || expected.canonical().equals(request.canonical());
      if (isSame && each.requestParts() != null) {
        canonical = canonical == null ? MockParts.canonical(parts) : canonical;
        isSame = each.requestParts().equals(canonical);
      }
      if (isSame && each.fits(version)) {
        return each.response();
      }
    }
    return null;
  }
}
