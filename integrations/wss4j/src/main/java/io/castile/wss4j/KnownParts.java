package io.castile.wss4j;

import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.neethi.Assertion;
import org.apache.neethi.AssertionBuilderFactory;
import org.apache.neethi.builders.AssertionBuilder;
import org.w3c.dom.Element;

/**
 * Reads assertions that name parts of messages, and refuses parts that WSS4J would pass over: of
 * {@code <sp:SignedParts><sp:Boddy/></sp:SignedParts>} it makes a signature of nothing.
 */
final class KnownParts implements AssertionBuilder<Element> {
  private static final Set<String> PARTS = Set.of("Body", "Header", "Attachments");

  private final AssertionBuilder<Element> builder;

  KnownParts(AssertionBuilder<Element> builder) {
    this.builder = builder;
  }

  @Override
  public QName[] getKnownElements() {
    return builder.getKnownElements();
  }

  @Override
  public Assertion build(Element element, AssertionBuilderFactory factory) {
    for (Element part : Envelope.children(element)) {
      boolean isKnown =
          PARTS.contains(part.getLocalName())
              && element.getNamespaceURI().equals(part.getNamespaceURI());
      if (!isKnown) {
        throw new IllegalArgumentException(
            element.getLocalName()
                + ": expected Body, Header or Attachments of the namespace of the assertion, found "
                + Envelope.name(part));
      }
      if (part.getLocalName().equals("Header") && part.getAttribute("Namespace").isEmpty()) {
        throw new IllegalArgumentException(
            element.getLocalName() + ": expected the attribute Namespace of Header, found none");
      }
    }
    return builder.build(element, factory);
  }
}
