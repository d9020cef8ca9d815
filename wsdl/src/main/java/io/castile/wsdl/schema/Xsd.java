package io.castile.wsdl.schema;

import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/** The names of schema documents. */
final class Xsd {
  static final String NAMESPACE = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  private Xsd() {}

  static boolean is(Element element, String localName) {
    return element.is(NAMESPACE, localName);
  }

  /**
   * Returns an element with each one within replaced, the innermost first, and then itself;
   * annotations stay as they are.
   *
   * @param change gives null for an element that is to go
   */
  static @Nullable Element changed(Element element, UnaryOperator<@Nullable Element> change) {
    if (is(element, "annotation")) {
      return element;
    }
    List<Content> content = new ArrayList<>(element.content().size());
    boolean isSame = true;
    for (Content each : element.content()) {
      Content other = each instanceof Element child ? changed(child, change) : each;
      isSame &= other == each;
      if (other != null) {
        content.add(other);
      }
    }
    return change.apply(isSame ? element : element.withContent(content));
  }
}
