package io.castile.jaxws.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The assertions of a port or a binding about addressing and MTOM, as policies (Web Services Policy
 * 1.2 and 1.5) or as {@code wsaw:UsingAddressing}. Of optional ones, those that a client can meet
 * count.
 *
 * @param others whether there are other assertions, which other code has to look at
 * @param references to policies that stand elsewhere
 */
record Assertions(
    boolean addressing,
    boolean addressingRequired,
    boolean mtom,
    boolean others,
    List<String> references) {
  static final Assertions NONE = new Assertions(false, false, false, false, List.of());

  /** Assertions that other code has to look at. */
  static final Assertions OTHERS = new Assertions(false, false, false, true, List.of());

  static final String USING_ADDRESSING = "http://www.w3.org/2006/05/addressing/wsdl";

  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String ADDRESSING = "http://www.w3.org/2007/05/addressing/metadata";

  private static final Set<String> POLICY =
      Set.of(
          "http://www.w3.org/ns/ws-policy",
          "http://schemas.xmlsoap.org/ws/2004/09/policy",
          "http://www.w3.org/2006/07/ws-policy");

  private static final Set<String> MTOM =
      Set.of(
          "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization",
          "http://www.w3.org/2007/08/soap12-mtom-policy");

  /** Elements that hold assertions, and are none. */
  private static final Set<String> OPERATORS = Set.of("Policy", "All", "ExactlyOne");

  /** Whether the element is one of Web Services Policy. */
  static boolean isPolicy(XMLStreamReader in, String name) {
    return name.equals(in.getLocalName()) && isPolicy(in);
  }

  /** Whether the element is any of Web Services Policy. */
  static boolean isPolicy(XMLStreamReader in) {
    String uri = in.getNamespaceURI();
    return uri != null && POLICY.contains(uri);
  }

  /** Whether the element says something that {@link #read} reads. */
  static boolean isAssertion(XMLStreamReader in) {
    return isPolicy(in)
        || (in.getLocalName().equals("UsingAddressing")
            && USING_ADDRESSING.equals(in.getNamespaceURI()));
  }

  /** Returns the identifier by which others refer to the policy; null for none. */
  static @Nullable String id(XMLStreamReader in) {
    for (int i = 0; i < in.getAttributeCount(); i++) {
      String name = in.getAttributeLocalName(i);
      if (name.equals("Id") || name.equals("id")) {
        return "#" + in.getAttributeValue(i);
      }
    }
    return null;
  }

  /** Reads an element to its end tag. */
  static Assertions read(XMLStreamReader in) throws XMLStreamException {
    Assertions said = own(in);
    while (DescriptionParser.nextChild(in)) {
      said = said.and(read(in));
    }
    return said;
  }

  private static Assertions own(XMLStreamReader in) {
    String uri = in.getNamespaceURI() == null ? "" : in.getNamespaceURI();
    String name = in.getLocalName();
    if (uri.equals(USING_ADDRESSING) && name.equals("UsingAddressing")) {
      boolean required = isTrue(in.getAttributeValue(WSDL, "required"));
      return new Assertions(true, required, false, false, List.of());
    }
    if (uri.equals(ADDRESSING)) {
      boolean isItself = name.equals("Addressing");
      return new Assertions(isItself, isItself && !isOptional(in), false, false, List.of());
    }
    if (MTOM.contains(uri)) {
      return new Assertions(false, false, true, false, List.of());
    }
    if (isPolicy(in)) {
      if (name.equals("PolicyReference")) {
        String reference = in.getAttributeValue(null, "URI");
        return new Assertions(
            false, false, false, false, reference == null ? List.of() : List.of(reference.strip()));
      }
      return OPERATORS.contains(name) ? NONE : OTHERS;
    }
    return OTHERS;
  }

  private static boolean isOptional(XMLStreamReader in) {
    for (int i = 0; i < in.getAttributeCount(); i++) {
      if (in.getAttributeLocalName(i).equals("Optional")) {
        return isTrue(in.getAttributeValue(i));
      }
    }
    return false;
  }

  /** Whether an xs:boolean (XML Schema part 2 §3.2.2) is true; false where there is none. */
  static boolean isTrue(@Nullable String value) {
    String text = value == null ? "" : value.strip();
    return text.equals("true") || text.equals("1");
  }

  Assertions and(Assertions more) {
    if (this == NONE) {
      return more;
    }
    if (more == NONE) {
      return this;
    }
    List<String> all = new ArrayList<>(references);
    all.addAll(more.references);
    return new Assertions(
        addressing || more.addressing,
        addressingRequired || more.addressingRequired,
        mtom || more.mtom,
        others || more.others,
        List.copyOf(all));
  }

  /**
   * Returns these assertions, with the policies to which they refer; one that is not there is
   * another one.
   */
  Assertions resolved(Map<String, Assertions> policies) {
    Assertions all = new Assertions(addressing, addressingRequired, mtom, others, List.of());
    for (String reference : references) {
      Assertions policy = policies.get(reference);
      all =
          policy == null
              ? all.and(OTHERS)
              : all.and(
                  new Assertions(
                      policy.addressing,
                      policy.addressingRequired,
                      policy.mtom,
                      policy.others || !policy.references.isEmpty(),
                      List.of()));
    }
    return all;
  }
}
