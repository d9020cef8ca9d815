package io.castile.bridge.mock;

import io.castile.soap.SoapVersion;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A message: an envelope, or the element in its body alone.
 *
 * @param bytes as they are
 * @param version of the envelope; null where there is none
 * @param element the name of the element in the body; null for an empty one
 * @param canonical a text that is the same for all spellings of what is in the body
 * @param hasMore whether there is another element behind it
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record MockMessage(
    byte[] bytes,
    @Nullable SoapVersion version,
    @Nullable QName element,
    String canonical,
    boolean hasMore) {

  /**
   * @throws XmlException if it is not well-formed, or an envelope has no body
   */
  static MockMessage of(byte[] bytes) {
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    SoapVersion version = enter(in);
    if (in.event() != XmlReader.START_ELEMENT) {
      return new MockMessage(bytes, version, null, "", false);
    }
    QName element = in.name().toQName();
    Writer canonical = new Writer();
    canonical.element(in);
    boolean hasMore = readToEnd(in);
    return new MockMessage(bytes, version, element, canonical.text(), hasMore);
  }

  /** Returns a reader at the element in the body; at the end of the body where that is empty. */
  XmlReader atElement() {
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    enter(in);
    return in;
  }

  boolean isFault() {
    return faultVersion() != null;
  }

  /** Returns the version of a fault, with an envelope or without; null for another message. */
  @Nullable SoapVersion faultVersion() {
    return element != null && element.getLocalPart().equals("Fault")
        ? SoapVersion.ofNamespace(element.getNamespaceURI())
        : null;
  }

  private static @Nullable SoapVersion enter(XmlReader in) {
    XmlName root = in.nextChild(null);
    SoapVersion version = root == null ? null : SoapVersion.ofNamespace(root.uri());
    if (version == null || root == null || !root.local().equals("Envelope")) {
      return null;
    }
    for (XmlName each = in.nextChild(null); each != null; each = in.nextChild(null)) {
      if (each.local().equals("Body") && each.uri().equals(version.namespace())) {
        in.nextChild(null);
        return version;
      }
      in.skipElement();
    }
    throw in.unexpected("a Body in the Envelope", "none");
  }

  /**
   * Checks that what comes behind the element is well-formed; returns whether there is another
   * element.
   */
  private static boolean readToEnd(XmlReader in) {
    boolean hasMore = false;
    while (in.event() != XmlReader.END_DOCUMENT) {
      hasMore |= in.next() == XmlReader.START_ELEMENT;
    }
    return hasMore;
  }

  /**
   * Writes elements with the numbers of their namespaces, attributes in their order by name, and
   * without comments, declarations, and white space among elements. The value of {@code xsi:type}
   * has its namespace. A long namespace that all elements have is written once.
   */
  private static final class Writer {
    private final StringBuilder out = new StringBuilder();
    private final Map<String, Integer> namespaces = new LinkedHashMap<>();

    private static final Comparator<QName> BY_NAME =
        Comparator.comparing(QName::getLocalPart).thenComparing(QName::getNamespaceURI);

    /** Returns what was written, and behind it the namespaces in the order of their numbers. */
    String text() {
      namespaces.keySet().forEach(each -> out.append('\n').append(escaped(each)));
      return out.toString();
    }

    private Writer name(String namespace, String local) {
      out.append('{')
          .append(namespaces.computeIfAbsent(namespace, added -> namespaces.size()).intValue())
          .append('}')
          .append(local);
      return this;
    }

    private void attributes(XmlReader in) {
      Map<QName, Integer> attributes = new TreeMap<>(BY_NAME);
      for (int i = 0; i < in.attributeCount(); i++) {
        attributes.put(in.attributeName(i).toQName(), i);
      }
      attributes.forEach(
          (name, index) -> {
            boolean isOfInstance =
                name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
            if (isOfInstance && name.getLocalPart().endsWith("chemaLocation")) {
              return;
            }
            out.append(' ');
            name(name.getNamespaceURI(), name.getLocalPart()).out.append('=');
            XmlName type = isOfInstance && name.getLocalPart().equals("type") ? in.xsiType() : null;
            if (type == null) {
              out.append(escaped(in.attribute(index).toString()));
            } else {
              name(type.uri(), type.local());
            }
          });
    }

    void element(XmlReader in) {
      out.append('<');
      name(in.name().uri(), in.name().local());
      attributes(in);
      out.append('>');
      boolean hasElements = false;
      StringBuilder text = new StringBuilder();
      for (int event = in.next(); event != XmlReader.END_ELEMENT; event = in.next()) {
        if (event == XmlReader.TEXT) {
          text.append(in.text());
        } else if (event == XmlReader.START_ELEMENT) {
          hasElements = true;
          addText(text);
          element(in);
        }
      }
      if (hasElements) {
        addText(text);
      } else {
        out.append(escaped(text.toString()));
      }
      out.append("</>");
    }

    private void addText(StringBuilder text) {
      if (!text.toString().isBlank()) {
        out.append(escaped(text.toString()));
      }
      text.setLength(0);
    }

    /** Escapes line ends too, which stand between namespaces. */
    private static String escaped(String text) {
      return text.replace("&", "&amp;")
          .replace("<", "&lt;")
          .replace(" ", "&#32;")
          .replace("\n", "&#10;");
    }
  }
}
