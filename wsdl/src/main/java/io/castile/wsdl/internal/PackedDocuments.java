package io.castile.wsdl.internal;

import io.castile.wsdl.Description;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/** All documents of a description as files of one folder, which refer to each other. */
public final class PackedDocuments {
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  private final Description description;
  private final Map<URI, String> names = new HashMap<>();

  private PackedDocuments(Description description) {
    this.description = description;
  }

  /**
   * Returns documents by the names of their files, the description first.
   *
   * @param stem of the description's file
   * @param stems makes the stem of a file of the last part of a location, in letters of ASCII
   */
  public static Map<String, String> of(
      Description description, String stem, UnaryOperator<String> stems) {
    PackedDocuments packed = new PackedDocuments(description);
    Set<String> taken = new HashSet<>();
    for (Element root : Descriptions.documents(description)) {
      URI location = root.place().document();
      boolean isSchema = root.is(XSD, "schema");
      String name = packed.names.isEmpty() ? stem : stem(location, stems);
      packed.names.put(location, unique(name, isSchema ? ".xsd" : ".wsdl", taken));
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (Element root : Descriptions.documents(description)) {
      files.put(
          String.valueOf(packed.names.get(root.place().document())),
          DocumentText.of(packed.relocated(root)));
    }
    return files;
  }

  private static String stem(URI location, UnaryOperator<String> stems) {
    String path = location.getPath() == null ? location.toString() : location.getPath();
    String last = path.substring(path.lastIndexOf('/') + 1).replaceAll("\\.[A-Za-z]{1,5}$", "");
    String clean = last.replaceAll("[^A-Za-z0-9._-]", "_");
    return clean.isEmpty() ? "document" : stems.apply(clean);
  }

  private static String unique(String stem, String extension, Set<String> taken) {
    String name = stem + extension;
    for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = stem + "-" + i + extension;
    }
    return name;
  }

  private Element relocated(Element element) {
    List<Content> content = new ArrayList<>();
    for (Content each : element.content()) {
      Element child = each instanceof Element found ? reference(found) : null;
      if (child != null) {
        content.add(child);
      } else if (!(each instanceof Element)) {
        content.add(each);
      }
    }
    return element.withContent(content);
  }

  /** An element with its location, if it has one; null for a reference that leads nowhere. */
  private @Nullable Element reference(Element element) {
    String attribute = attribute(element);
    if (attribute == null) {
      return element.name().getNamespaceURI().equals(XSD) && !element.is(XSD, "schema")
          ? element
          : relocated(element);
    }
    URI target = Descriptions.target(description, element);
    String file = target == null ? null : names.get(target);
    if (file == null && !element.is(XSD, "import")) {
      return null;
    }
    return relocated(element.withAttribute(attribute, file));
  }

  private static @Nullable String attribute(Element element) {
    if (element.is(WSDL, "import")) {
      return "location";
    }
    boolean isSchema =
        element.is(XSD, "import") || element.is(XSD, "include") || element.is(XSD, "redefine");
    return isSchema ? "schemaLocation" : null;
  }
}
