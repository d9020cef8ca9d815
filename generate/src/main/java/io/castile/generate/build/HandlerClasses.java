package io.castile.generate.build;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The classes that the file of a {@code HandlerChain} names (Jakarta Web Services Metadata 3.0).
 *
 * @param resource the file as a resource; empty where it is none
 * @param names the full names of the classes
 */
record HandlerClasses(Optional<String> resource, List<String> names) {
  HandlerClasses {
    names = List.copyOf(names);
  }

  /**
   * Reads the file that an annotation of a class names: beside the class, or on the class path.
   *
   * @throws IllegalArgumentException if it cannot be read as XML
   */
  static HandlerClasses of(Class<?> annotated, String file) {
    String beside = annotated.getPackageName().replace('.', '/') + "/" + file;
    for (String path : file.startsWith("/") ? List.of(file.substring(1)) : List.of(beside, file)) {
      try (InputStream in = open(annotated, path)) {
        if (in != null) {
          return new HandlerClasses(Optional.of(path), names(in));
        }
      } catch (IOException | SAXException e) {
        throw new IllegalArgumentException(
            "@HandlerChain file %s of %s cannot be read: %s"
                .formatted(file, annotated.getName(), e.getMessage()),
            e);
      }
    }
    return new HandlerClasses(Optional.empty(), List.of()); // a URL, or an error when it is used
  }

  private static @Nullable InputStream open(Class<?> annotated, String path) {
    ClassLoader loader = annotated.getClassLoader();
    return loader == null ? null : loader.getResourceAsStream(path);
  }

  private static List<String> names(InputStream in) throws IOException, SAXException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    NodeList found;
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      found = factory.newDocumentBuilder().parse(in).getElementsByTagNameNS("*", "handler-class");
    } catch (ParserConfigurationException e) {
      throw new AssertionError("the platform's DOM has these features", e);
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      names.add(found.item(i).getTextContent().strip());
    }
    return names;
  }
}
