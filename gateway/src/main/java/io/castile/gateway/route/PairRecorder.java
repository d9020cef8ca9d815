package io.castile.gateway.route;

import io.castile.bridge.JsonOperation;
import io.castile.bridge.JsonService;
import io.castile.bridge.ProblemException;
import io.castile.gateway.json.ServiceDescription;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.http.message.Redaction;
import io.castile.xml.XmlName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps pairs of a request and its response as files that a person reads and edits, in the form in
 * which {@code castile mock --replay} reads them. Header blocks are left out, and the content of
 * elements whose names say that it is secret. A request whose pair is there is not recorded again.
 * Thread-safe.
 */
final class PairRecorder {
  /** The pairs that a folder gets. */
  static final int MOST_PAIRS = 10_000;

  private static final Logger log = LoggerFactory.getLogger(PairRecorder.class);

  /** How many bytes of a digest tell requests apart. */
  private static final int NAME_BYTES = 8;

  private static final int MOST_CHARACTERS = 100;

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(?:passw|secret|token|credential|signature|apikey|api-key|cvv|cvc|pin$).*");

  private static final Redaction MASK = new Redaction(PairRecorder::masked);

  private final Path folder;

  /** The pairs in the folder; negative before they were counted. */
  private final AtomicInteger count = new AtomicInteger(-1);

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

  private static @Nullable String masked(XmlName name) {
    boolean isHeader = name.local().equals("Header") && SoapVersion.ofNamespace(name.uri()) != null;
    if (isHeader) {
      return "";
    }
    return SECRET.matcher(name.local()).matches() ? "***" : null;
  }

  /**
   * Records a pair, unless there is one for the same request, or there are as many as may be.
   *
   * @param operation the element in the body of the request
   * @param request an envelope
   * @param response an envelope; empty where there is none
   */
  void record(Route route, QName operation, byte[] request, byte[] response) {
    boolean isReadable = Utf8Messages.isUtf8(request, null) && Utf8Messages.isUtf8(response, null);
    byte[] asked = isReadable ? MASK.of(request, request.length * 2L) : null;
    byte[] answered = asked == null ? null : MASK.of(response, response.length * 2L);
    if (asked == null || answered == null) {
      return;
    }
    String stem = fileName(name(route, operation)) + "." + digest(asked);
    try {
      Path file = folder.resolve(stem + ".request.xml");
      if (counted() < MOST_PAIRS && !Files.exists(file)) {
        write(folder.resolve(stem + ".response.xml"), answered);
        write(file, asked); // the last one, as a request is to have its response
        count.incrementAndGet();
      }
    } catch (IOException e) {
      log.warn("a pair of {} cannot be recorded: {}", operation, e.toString());
    }
  }

  private int counted() throws IOException {
    int known = count.get();
    if (known >= 0) {
      return known;
    }
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(folder)) {
      int found = (int) files.filter(file -> file.toString().endsWith(".request.xml")).count();
      count.compareAndSet(-1, found);
    }
    return count.get();
  }

  /** The name of an element has no slash, but may have characters that a file must not have. */
  private static String fileName(String operation) {
    String plain = operation.replaceAll("[^\\p{L}\\p{N}_.-]", "_");
    return plain.length() > MOST_CHARACTERS ? plain.substring(0, MOST_CHARACTERS) : plain;
  }

  private void write(Path file, byte[] content) throws IOException {
    Path part = Files.createTempFile(folder, "part", ".tmp");
    Files.write(part, content);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String digest(byte[] message) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(message);
      return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
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
