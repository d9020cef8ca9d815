package io.castile.soap.wsdl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Checks that a client or server meets the policies in a description (Web Services Policy 1.2 and
 * 1.5). Assertions of WS-SecurityPolicy, of reliable messaging and of addressing count: an end that
 * ignored one of them might send a message without encryption that the policy wants encrypted.
 * Other assertions do not affect protection, and are ignored.
 *
 * <p>A policy is met if one of its alternatives is; an assertion that is optional, always.
 */
final class WsdlPolicies {
  private static final Set<String> POLICY =
      Set.of("http://www.w3.org/ns/ws-policy", "http://schemas.xmlsoap.org/ws/2004/09/policy");

  private static final Set<String> SECURITY =
      Set.of(
          "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
          "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802",
          "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy");

  private static final Set<String> RELIABILITY =
      Set.of(
          "http://docs.oasis-open.org/ws-rx/wsrmp/200702",
          "http://schemas.xmlsoap.org/ws/2005/02/rm/policy");

  private static final Set<String> ADDRESSING =
      Set.of(
          "http://www.w3.org/2007/05/addressing/metadata",
          "http://www.w3.org/2006/05/addressing/wsdl");

  /** Say how tokens may be referred to, and demand nothing of a message by themselves. */
  private static final Set<String> MEANS =
      Set.of("Wss10", "Wss11", "Trust10", "Trust13", "Layout", "AlgorithmSuite");

  /** Hold username tokens, or what else is asked for. */
  private static final Set<String> SUPPORTING =
      Set.of(
          "SupportingTokens",
          "SignedSupportingTokens",
          "EncryptedSupportingTokens",
          "SignedEncryptedSupportingTokens");

  private final PolicyAbilities abilities;
  private final Map<String, Element> byId = new HashMap<>();
  private final Set<Element> open =
      new HashSet<>(); // that are being looked at: they may refer in rings

  WsdlPolicies(List<Document> documents, PolicyAbilities abilities) {
    this.abilities = abilities;
    for (Document document : documents) {
      collect(document.getDocumentElement());
    }
  }

  private void collect(Element element) {
    if (isPolicy(element, "Policy")) {
      NamedNodeMap attributes = element.getAttributes();
      for (int i = 0; i < attributes.getLength(); i++) {
        Attr attribute = (Attr) attributes.item(i);
        String name = attribute.getLocalName();
        if ("Id".equals(name) || "id".equals(name)) {
          byId.put("#" + attribute.getValue(), element);
        } else if ("Name".equals(name)) {
          byId.put(attribute.getValue(), element);
        }
      }
    }
    children(element).forEach(this::collect);
  }

  /**
   * Returns the demands of the policies at or below an element of a description that cannot be met;
   * null for none.
   */
  @Nullable String unmet(Element subject) {
    for (Attr attribute : attributes(subject)) {
      if (isIn(POLICY, attribute.getNamespaceURI())
          && "PolicyURIs".equals(attribute.getLocalName())) {
        for (String uri : attribute.getValue().trim().split("\\s+")) {
          String unmet = referred(uri);
          if (unmet != null) {
            return unmet;
          }
        }
      }
    }
    if (isPolicy(subject, "Policy") || isPolicy(subject, "PolicyReference")) {
      return unmetOf(subject);
    }
    for (Element child : children(subject)) {
      String unmet = unmet(child);
      if (unmet != null) {
        return unmet;
      }
    }
    return null;
  }

  private @Nullable String referred(String uri) {
    Element policy = byId.get(uri);
    return policy == null
        ? "a policy '" + uri + "' that is not there, so that it cannot be met"
        : unmetOf(policy);
  }

  private @Nullable String unmetOf(Element element) {
    if (!open.add(element)) {
      return null;
    }
    try {
      if (isPolicy(element, "PolicyReference")) {
        return referred(element.getAttribute("URI"));
      }
      if (isPolicy(element, "Policy") || isPolicy(element, "All")) {
        return allOf(element);
      }
      if (isPolicy(element, "ExactlyOne")) {
        return oneOf(element);
      }
      return isOptional(element) ? null : assertion(element);
    } finally {
      open.remove(element);
    }
  }

  private @Nullable String allOf(Element element) {
    for (Element child : children(element)) {
      String unmet = unmetOf(child);
      if (unmet != null) {
        return unmet;
      }
    }
    return null;
  }

  private @Nullable String oneOf(Element element) {
    if (children(element).isEmpty()) {
      return "a policy with no alternative (Web Services Policy 1.5 §4.3.1), so that it cannot be met";
    }
    String first = null;
    for (Element child : children(element)) {
      String unmet = unmetOf(child);
      if (unmet == null) {
        return null;
      }
      first = first == null ? unmet : first;
    }
    return first;
  }

  private @Nullable String assertion(Element element) {
    String uri = element.getNamespaceURI();
    if (isIn(SECURITY, uri)) {
      return abilities.messageSecurity() ? null : security(element);
    }
    if (isIn(ADDRESSING, uri)) {
      return abilities.addressing() ? null : demand(element, "call addressing(true)");
    }
    return isIn(RELIABILITY, uri) ? demand(element, "it is not supported") : null;
  }

  private @Nullable String security(Element element) {
    String name = element.getLocalName();
    if (MEANS.contains(name)) {
      return null;
    }
    if (SUPPORTING.contains(name)) {
      return name.equals("SupportingTokens") || abilities.encrypts()
          ? below(element)
          : demand(element, "only TLS protects tokens");
    }
    return switch (name) {
      case "TransportBinding" ->
          abilities.encrypts()
              ? below(element)
              : demand(
                  element,
                  abilities.isServer()
                      ? "call transport(t -> t.tls(context))"
                      : "the endpoint is no https URL");
      case "TransportToken" -> below(element);
      case "HttpsToken" ->
          requiresCertificate(element) && !abilities.clientCertificate()
              ? demand(
                  element,
                  abilities.isServer()
                      ? "call transport(t -> t.mutualTls(context))"
                      : "a client certificate is required: set the key by transport(t ->"
                          + " t.keys(store, password))")
              : null;
      case "RequireClientCertificate" ->
          abilities.clientCertificate()
              ? null
              : demand(element, "set a key, with which the client shows a certificate");
      case "IncludeTimestamp" ->
          abilities.timestamps() ? null : demand(element, "call security(s -> s.timestamp(ttl))");
      case "UsernameToken" ->
          abilities.usernameTokens()
              ? null
              : demand(
                  element,
                  "call security(s -> s.usernameTokens(validator)), or no sender has to show one");
      case "SignedParts", "SignedElements", "EncryptedParts", "EncryptedElements" ->
          abilities.encrypts()
              ? null
              : demand(
                  element,
                  "it is not supported without TLS, or security(s -> s.messageSecurity(…)), of"
                      + " castile-wss4j");
      case "RequiredParts", "RequiredElements" -> null; // a sender that lacks them is told so
      default ->
          demand(
              element,
              "it is not supported without security(s -> s.messageSecurity(…)), of castile-wss4j");
    };
  }

  private static boolean requiresCertificate(Element token) {
    return isTrue(token.getAttribute("RequireClientCertificate"))
        || token.getElementsByTagNameNS("*", "RequireClientCertificate").getLength() > 0;
  }

  /** Returns the demands of the policies inside an assertion that cannot be met. */
  private @Nullable String below(Element assertion) {
    return allOf(assertion);
  }

  private static String demand(Element element, String why) {
    return "the policy assertion {"
        + element.getNamespaceURI()
        + "}"
        + element.getLocalName()
        + ", which cannot be met: "
        + why;
  }

  private static boolean isOptional(Element assertion) {
    for (Attr attribute : attributes(assertion)) {
      if (isIn(POLICY, attribute.getNamespaceURI())
          && ("Optional".equals(attribute.getLocalName())
              || "Ignorable".equals(attribute.getLocalName()))
          && isTrue(attribute.getValue())) {
        return true;
      }
    }
    return false;
  }

  /** Whether an xs:boolean is true (XML Schema part 2 §3.2.2). */
  private static boolean isTrue(String value) {
    return value.trim().equals("true") || value.trim().equals("1");
  }

  private static boolean isIn(Set<String> namespaces, String uri) {
    return uri != null && namespaces.contains(uri);
  }

  private static boolean isPolicy(Element element, String name) {
    return isIn(POLICY, element.getNamespaceURI()) && name.equals(element.getLocalName());
  }

  private static List<Attr> attributes(Element element) {
    List<Attr> all = new ArrayList<>();
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      all.add((Attr) element.getAttributes().item(i));
    }
    return all;
  }

  private static List<Element> children(Element element) {
    List<Element> all = new ArrayList<>();
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element each) {
        all.add(each);
      }
    }
    return all;
  }
}
