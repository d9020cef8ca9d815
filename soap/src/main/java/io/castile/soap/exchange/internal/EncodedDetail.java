package io.castile.soap.exchange.internal;

import io.castile.codec.encoded.EncodedElement;
import io.castile.codec.encoded.EncodingRules;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.internal.FaultType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * The detail of a fault in SOAP encoding, whose entries say their types: stacks of its time give
 * all faults of an operation one element name (SOAP 1.1 §4.4 and §5).
 */
public final class EncodedDetail {
  /** The entries of one detail that are read: each is read with all to which it may refer. */
  public static final int MAX_ENTRIES = 100;

  private EncodedDetail() {}

  /**
   * The exception for which an entry stands: that of its type, then that of its name.
   *
   * @param detail all entries, and the elements to which they refer
   * @return null for none of these
   */
  static @Nullable FaultType type(Element entry, List<Element> detail, List<FaultType> types) {
    if (isIndependent(entry, detail)) {
      return null;
    }
    QName said = typeName(referred(entry, detail));
    FaultType best = null;
    int bestRank = 0;
    for (FaultType type : types) {
      int rank = rank(type, entry, said);
      if (rank > bestRank || rank > 0 && rank == bestRank && isDerived(type, best)) {
        best = type;
        bestRank = rank;
      }
    }
    return best;
  }

  /**
   * How well an entry is that of an exception; 0 if it is not.
   *
   * @param said the name of its type; null for none
   */
  private static int rank(FaultType type, Element entry, @Nullable QName said) {
    EncodedElement element = type.encoded();
    QName name = type.name();
    boolean isNamed = name.getLocalPart().equals(entry.getLocalName());
    boolean isQualified = isNamed && name.getNamespaceURI().equals(uri(entry));
    int rank = isQualified ? 2 : isNamed ? 1 : 0;
    Boolean takes = element == null || said == null ? null : element.takes(said);
    if (element == null || said == null || takes == null) {
      return rank;
    }
    if (!takes || rank == 0 && element.isText()) {
      return 0; // a text may say anything
    }
    return rank + (element.isOfType(said) ? 6 : 3);
  }

  private static boolean isDerived(FaultType type, @Nullable FaultType other) {
    Class<?> bean = type.description().bean();
    Class<?> base = other == null ? null : other.description().bean();
    return bean != null && base != null && base != bean && base.isAssignableFrom(bean);
  }

  private static String uri(Element element) {
    return element.getNamespaceURI() == null ? "" : element.getNamespaceURI();
  }

  /** The element to which an entry refers; the entry itself where it refers to none. */
  private static Element referred(Element entry, List<Element> detail) {
    String reference = entry.getAttribute("href");
    if (reference.startsWith("#")) {
      for (Element each : detail) {
        if (each.getAttribute("id").equals(reference.substring(1))) {
          return each;
        }
      }
    }
    return entry;
  }

  /** The name of the type that an element says it has; null for none. */
  private static @Nullable QName typeName(Element element) {
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      String uri = attribute.getNamespaceURI();
      if (uri != null
          && uri.endsWith("XMLSchema-instance")
          && "type".equals(attribute.getLocalName())) {
        String value = attribute.getValue().strip();
        int colon = value.indexOf(':');
        String namespace = element.lookupNamespaceURI(colon < 0 ? null : value.substring(0, colon));
        return new QName(namespace == null ? "" : namespace, value.substring(colon + 1));
      }
    }
    return null;
  }

  /**
   * Whether an element is no entry, but one to which entries before it refer.
   *
   * @param detail all entries, and the elements to which they refer
   */
  public static boolean isIndependent(Element entry, List<? extends Element> detail) {
    return entry.hasAttribute("id") && detail.get(0) != entry;
  }

  /**
   * Returns a document, in UTF-8, of an element around an entry and, after it, those of the others
   * that have an {@code id} or hold an element with one.
   *
   * @param detail all entries, and the elements to which they refer
   */
  public static byte[] document(Element entry, List<? extends Element> detail) {
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    document.writeBytes("<detail>".getBytes(StandardCharsets.UTF_8));
    document.writeBytes(DomWriter.toBytes(entry));
    for (Element each : detail) {
      if (each != entry && hasId(each)) {
        document.writeBytes(DomWriter.toBytes(each));
      }
    }
    document.writeBytes("</detail>".getBytes(StandardCharsets.UTF_8));
    return document.toByteArray();
  }

  private static boolean hasId(Element element) {
    for (Node each = element; each != null; each = next(each, element)) {
      if (each instanceof Element inner
          && (inner.hasAttribute("id")
              || inner.hasAttributeNS(EncodingRules.SOAP_1_2.namespace(), "id"))) {
        return true;
      }
    }
    return false;
  }

  /** The node that follows one in the order of the document, in an element; null for none. */
  private static @Nullable Node next(Node node, Element around) {
    if (node.getFirstChild() != null) {
      return node.getFirstChild();
    }
    for (Node each = node; each != around; each = each.getParentNode()) {
      if (each.getNextSibling() != null) {
        return each.getNextSibling();
      }
    }
    return null;
  }
}
