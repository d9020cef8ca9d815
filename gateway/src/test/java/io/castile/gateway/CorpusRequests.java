package io.castile.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Requests of the corpus beside the repository, as the JDK's parser sees them. */
final class CorpusRequests {
  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

  private CorpusRequests() {}

  /**
   * A request without a header.
   *
   * @param operation {@code {namespace}local}
   */
  record CorpusRequest(String operation, boolean isSoap12, String message) {}

  /** The folder of messages, or empty where the corpus is absent. */
  static Optional<Path> folder() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve(".mvn"))) {
      at = at.getParent();
    }
    return Optional.ofNullable(at)
        .map(repository -> repository.resolveSibling("shared").resolve("corpus/messages"))
        .filter(Files::isDirectory);
  }

  /** Returns the first requests in the order of their files, one of each operation. */
  static List<CorpusRequest> find(Path folder, int atMost) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
    }
    List<CorpusRequest> found = new ArrayList<>();
    Set<String> operations = new HashSet<>();
    for (Path file : files) {
      CorpusRequest request = found.size() < atMost ? read(file) : null;
      if (request != null && operations.add(request.operation())) {
        found.add(request);
      }
    }
    return found;
  }

  private static @Nullable CorpusRequest read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      Element envelope = builder.parse(in).getDocumentElement();
      boolean isSoap12 = SOAP12.equals(envelope.getNamespaceURI());
      if (!isSoap12 && !SOAP11.equals(envelope.getNamespaceURI())) {
        return null;
      }
      Element body = child(envelope, "Body");
      Element call = body == null || child(envelope, "Header") != null ? null : child(body, null);
      boolean isCall =
          call != null
              && !call.getLocalName().matches("Fault|.*Response|.*Reply|.*Result")
              && call.getNamespaceURI() != null;
      return isCall
          ? new CorpusRequest(
              "{" + call.getNamespaceURI() + "}" + call.getLocalName(),
              isSoap12,
              Files.readString(file, StandardCharsets.UTF_8))
          : null;
    } catch (SAXException | ParserConfigurationException e) {
      return null; // some are not well-formed
    }
  }

  private static @Nullable Element child(Element parent, @Nullable String name) {
    for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element element
          && (name == null || name.equals(element.getLocalName()))) {
        return element;
      }
    }
    return null;
  }
}
