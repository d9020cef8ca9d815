package io.castile.wss4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.neethi.Assertion;
import org.apache.neethi.AssertionBuilderFactory;
import org.apache.neethi.AssertionBuilderFactoryImpl;
import org.apache.neethi.Policy;
import org.apache.neethi.PolicyBuilder;
import org.apache.neethi.PolicyRegistry;
import org.apache.neethi.PolicyRegistryImpl;
import org.apache.neethi.builders.AssertionBuilder;
import org.apache.wss4j.policy.builders.AlgorithmSuiteBuilder;
import org.apache.wss4j.policy.builders.AsymmetricBindingBuilder;
import org.apache.wss4j.policy.builders.EncryptedPartsBuilder;
import org.apache.wss4j.policy.builders.HttpsTokenBuilder;
import org.apache.wss4j.policy.builders.InitiatorTokenBuilder;
import org.apache.wss4j.policy.builders.LayoutBuilder;
import org.apache.wss4j.policy.builders.ProtectionTokenBuilder;
import org.apache.wss4j.policy.builders.RecipientTokenBuilder;
import org.apache.wss4j.policy.builders.SamlTokenBuilder;
import org.apache.wss4j.policy.builders.SignedPartsBuilder;
import org.apache.wss4j.policy.builders.SupportingTokensBuilder;
import org.apache.wss4j.policy.builders.SymmetricBindingBuilder;
import org.apache.wss4j.policy.builders.TransportBindingBuilder;
import org.apache.wss4j.policy.builders.TransportTokenBuilder;
import org.apache.wss4j.policy.builders.UsernameTokenBuilder;
import org.apache.wss4j.policy.builders.WSS10Builder;
import org.apache.wss4j.policy.builders.WSS11Builder;
import org.apache.wss4j.policy.builders.X509TokenBuilder;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;

/**
 * The policies of a description, by where they stand (WS-Policy Attachment), read by Neethi with
 * the assertions of WS-SecurityPolicy that WSS4J has. Owned by one thread.
 */
final class WsPolicyReader {
  private static final Set<String> POLICY =
      Set.of("http://www.w3.org/ns/ws-policy", "http://schemas.xmlsoap.org/ws/2004/09/policy");

  private final PolicyBuilder builder = new PolicyBuilder();
  private final PolicyRegistry named = new PolicyRegistryImpl();

  /**
   * @throws IllegalArgumentException if a policy cannot be read
   */
  WsPolicyReader(List<Document> documents) {
    AssertionBuilderFactoryImpl assertions =
        (AssertionBuilderFactoryImpl) builder.getAssertionBuilderFactory();
    for (AssertionBuilder<?> each :
        List.<AssertionBuilder<?>>of(
            new AlgorithmSuiteBuilder(),
            new AsymmetricBindingBuilder(),
            new KnownParts(new EncryptedPartsBuilder()),
            new HttpsTokenBuilder(),
            new InitiatorTokenBuilder(),
            new LayoutBuilder(),
            new ProtectionTokenBuilder(),
            new RecipientTokenBuilder(),
            new SamlTokenBuilder(),
            new KnownParts(new SignedPartsBuilder()),
            new SupportingTokensBuilder(),
            new SymmetricBindingBuilder(),
            new TransportBindingBuilder(),
            new TransportTokenBuilder(),
            new UsernameTokenBuilder(),
            new WSS10Builder(),
            new WSS11Builder(),
            new X509TokenBuilder())) {
      assertions.registerBuilder(each);
    }
    builder.setPolicyRegistry(named);
    for (Document document : documents) {
      for (String namespace : POLICY) {
        register(document.getElementsByTagNameNS(namespace, "Policy"));
      }
    }
  }

  private void register(NodeList policies) {
    for (int i = 0; i < policies.getLength(); i++) {
      Element policy = (Element) policies.item(i);
      String id = attribute(policy, "Id");
      String name = attribute(policy, "Name");
      if (id != null) {
        named.register("#" + id, read(policy));
      }
      if (name != null) {
        named.register(name, read(policy));
      }
    }
  }

  private static @Nullable String attribute(Element element, String local) {
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (local.equals(attribute.getLocalName())) {
        return attribute.getValue();
      }
    }
    return null;
  }

  private Policy read(Element policy) {
    try {
      return builder.getPolicy(policy);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("a policy cannot be read: " + e.getMessage(), e);
    }
  }

  /** The policies of an element itself, as they were written. */
  List<Policy> of(Element subject) {
    List<Policy> policies = new ArrayList<>();
    String uris = attribute(subject, "PolicyURIs");
    if (uris != null) {
      for (String uri : uris.strip().split("\\s+")) {
        policies.add(referred(uri));
      }
    }
    for (Element child : Envelope.children(subject)) {
      if (POLICY.contains(String.valueOf(child.getNamespaceURI()))) {
        if (child.getLocalName().equals("Policy")) {
          policies.add(read(child));
        } else if (child.getLocalName().equals("PolicyReference")) {
          policies.add(referred(child.getAttribute("URI")));
        }
      }
    }
    return policies;
  }

  private Policy referred(String uri) {
    Policy policy = named.lookup(uri);
    if (policy == null) {
      throw new IllegalArgumentException("expected the policy '" + uri + "', found none");
    }
    return policy;
  }

  /** All policies together, in normal form. */
  Policy merged(List<Policy> policies) {
    Policy merged = new Policy();
    for (Policy each : policies) {
      merged = merged.merge(each);
    }
    try {
      return merged.normalize(named, true);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("a policy cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads assertions that name parts of messages, and refuses parts that WSS4J would pass over: of
   * {@code <sp:SignedParts><sp:Boddy/></sp:SignedParts>} it makes a signature of nothing.
   */
  private static final class KnownParts implements AssertionBuilder<Element> {
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
                  + ": expected Body, Header or Attachments of the namespace of the assertion,"
                  + " found "
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
}
