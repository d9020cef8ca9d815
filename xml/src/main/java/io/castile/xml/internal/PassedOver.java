package io.castile.xml.internal;

import io.castile.xml.XmlDataException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.Collection;
import java.util.List;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * Receives the elements and attributes to which nothing is bound, and texts between elements.
 * Called by one thread at a time; what it throws ends the reading.
 */
public interface PassedOver {

  /**
   * Receives an element that is about to be passed over; {@code in} stands at its START_ELEMENT.
   *
   * @param known the names that would have been taken there; may be empty
   */
  void element(XmlReader in, Collection<XmlName> known);

  /**
   * Receives an attribute that is passed over, of the element at whose START_ELEMENT {@code in}
   * stands.
   *
   * @param index of the attribute
   * @param known the names that would have been taken there; may be empty
   */
  void attribute(XmlReader in, int index, Collection<XmlName> known);

  /**
   * Receives the attributes that are passed over, of the element at whose START_ELEMENT {@code in}
   * stands, as it has nothing but a text; attributes that say how any element is read ({@code xsi},
   * {@code xml}, {@code xmime}) are none of them.
   */
  default void attributes(XmlReader in) {
    for (int i = 0; i < in.attributeCount(); i++) {
      String uri = in.attributeName(i).uri();
      if (!uri.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)
          && !uri.equals(XMLConstants.XML_NS_URI)
          && !uri.equals("http://www.w3.org/2005/05/xmlmime")) {
        attribute(in, i, List.of());
      }
    }
  }

  /**
   * Receives a text between elements, other than white space, that is passed over.
   *
   * @param text how it begins, without the white space around it
   * @param path of the element that it stands in
   * @param offset of the text in the document
   */
  void text(String text, String path, long offset);

  /** Rejects all with an {@link XmlDataException} that names the expected elements. */
  PassedOver REFUSED =
      new PassedOver() {
        @Override
        public void element(XmlReader in, Collection<XmlName> known) {
          throw in.unexpected(expected("element", known, in.name()), "element " + in.name());
        }

        @Override
        public void attribute(XmlReader in, int index, Collection<XmlName> known) {
          XmlName name = in.attributeName(index);
          throw in.unexpected(expected("attribute", known, name), "attribute " + name);
        }

        @Override
        public void text(String text, String path, long offset) {
          throw new XmlDataException(
              "expected no text between elements, found '" + text + "'", path, offset);
        }

        private String expected(String kind, Collection<XmlName> known, XmlName found) {
          XmlName meant = likely(found, known);
          return meant == null
              ? "no other " + kind + (known.isEmpty() ? "" : " than " + listed(known))
              : kind + ' ' + meant;
        }

        private String listed(Collection<XmlName> known) {
          return known.size() <= 8
              ? String.join(", ", known.stream().map(XmlName::toString).toList())
              : "those " + known.size() + " of the type";
        }
      };

  /**
   * The name that is likely to be meant: that of another namespace, or another case; null where
   * there is none.
   */
  static @Nullable XmlName likely(XmlName found, Collection<XmlName> known) {
    XmlName sameButCase = null;
    for (XmlName name : known) {
      if (name.local().equals(found.local())) {
        return name;
      }
      if (name.local().equalsIgnoreCase(found.local())) {
        sameButCase = name;
      }
    }
    return sameButCase;
  }
}
