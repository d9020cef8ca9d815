package io.castile.bridge.mock;

import io.castile.soap.SoapVersion;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
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
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record MockMessage(
    byte[] bytes, @Nullable SoapVersion version, @Nullable QName element, String canonical) {

  /**
   * @throws XmlException if it is not well-formed, or an envelope has no body
   */
  static MockMessage of(byte[] bytes) {
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    SoapVersion version = enter(in);
    if (in.event() != XmlReader.START_ELEMENT) {
      return new MockMessage(bytes, version, null, "");
    }
    QName element = in.name().toQName();
    StringBuilder canonical = new StringBuilder();
    write(in, canonical);
    readToEnd(in);
    return new MockMessage(bytes, version, element, canonical.toString());
  }

  /** Returns a reader at the element in the body; at the end of the body where that is empty. */
  XmlReader atElement() {
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    enter(in);
    return in;
  }

  boolean isFault() {
    return version != null && new QName(version.namespace(), "Fault").equals(element);
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

  /** Checks that what comes behind the element is well-formed. */
  private static void readToEnd(XmlReader in) {
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
  }

  /**
   * Writes an element with full names, attributes in their order by name, and without comments,
   * declarations, and white space among elements. The value of {@code xsi:type} has its namespace.
   */
  private static void write(XmlReader in, StringBuilder out) {
    out.append('<').append(in.name().toQName());
    Map<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < in.attributeCount(); i++) {
      QName name = in.attributeName(i).toQName();
      boolean isOfInstance =
          name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
      XmlName type = isOfInstance && name.getLocalPart().equals("type") ? in.xsiType() : null;
      boolean isLocation = isOfInstance && name.getLocalPart().matches(".*chemaLocation");
      if (!isLocation) {
        attributes.put(
            name.toString(), type == null ? in.attribute(i).toString() : type.toQName().toString());
      }
    }
    attributes.forEach(
        (name, value) -> out.append(' ').append(name).append('=').append(escaped(value)));
    out.append('>');
    boolean hasElements = false;
    StringBuilder content = new StringBuilder();
    StringBuilder text = new StringBuilder();
    for (int event = in.next(); event != XmlReader.END_ELEMENT; event = in.next()) {
      if (event == XmlReader.TEXT) {
        text.append(in.text());
      } else if (event == XmlReader.START_ELEMENT) {
        hasElements = true;
        addText(text, content);
        write(in, content);
      }
    }
    if (hasElements) {
      addText(text, content);
    } else {
      content.append(escaped(text.toString()));
    }
    out.append(content).append("</>");
  }

  private static void addText(StringBuilder text, StringBuilder content) {
    if (!text.toString().isBlank()) {
      content.append(escaped(text.toString()));
    }
    text.setLength(0);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(" ", "&#32;");
  }
}
