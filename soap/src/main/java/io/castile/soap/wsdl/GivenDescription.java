package io.castile.soap.wsdl;

import io.castile.soap.ClosedDom;
import io.castile.soap.model.Operation;
import io.castile.soap.model.ServiceModel;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Holds a description that was written before its service ({@code @WebService(wsdlLocation)}) to
 * the interface, and what it demands to what is done.
 */
public final class GivenDescription {
  private static final String WSDL = WsdlGenerator.WSDL_NAMESPACE;

  private final ServiceModel model;
  private final List<Document> documents;

  private GivenDescription(ServiceModel model, List<Document> documents) {
    this.model = model;
    this.documents = documents;
  }

  /**
   * Checks the description of a model, if it names one. A client's may be absent, as nobody reads
   * it there; that is logged.
   *
   * @throws IllegalArgumentException if it is not there, cannot be read or does not fit the
   *     interface, or a policy in it demands what is not done; says what, where, expected and found
   */
  public static void check(ServiceModel model, PolicyAbilities abilities) {
    if (!model.hasGivenWsdl()) {
      return;
    }
    Map<String, String> texts;
    try {
      texts = WsdlFiles.read(model);
    } catch (IllegalArgumentException e) {
      if (abilities.isServer()) {
        throw e;
      }
      LoggerFactory.getLogger(GivenDescription.class)
          .warn("policies of the service are not known: {}", e.getMessage());
      return;
    }
    List<Document> documents = new ArrayList<>();
    texts.forEach((query, text) -> documents.add(parse(text)));
    GivenDescription description = new GivenDescription(model, documents);
    if (!model.isUntyped()) {
      description.checkPortType();
    }
    description.checkPort();
    description.checkPolicies(abilities);
  }

  private static Document parse(String text) {
    try {
      return ClosedDom.parse(new InputSource(new StringReader(text)));
    } catch (SAXException | IOException e) {
      throw new IllegalStateException("a document that was read can be read again", e);
    }
  }

  // ---- the interface ----

  private void checkPortType() {
    List<Element> all = all("portType");
    Set<String> found = new TreeSet<>();
    for (Element portType : all) {
      QName name = name(portType);
      if (name.equals(model.portTypeName())) {
        checkOperations(portType);
        return;
      }
      found.add(name.toString());
    }
    if (hasForeignImports()) {
      return; // it may be there; nothing is fetched
    }
    throw new IllegalArgumentException(
        place() + ": expected port type " + model.portTypeName() + ", found " + found);
  }

  private void checkOperations(Element portType) {
    Set<String> described = new TreeSet<>();
    for (Element operation : children(portType, "operation")) {
      described.add(operation.getAttribute("name"));
    }
    for (Operation operation : model.operations()) {
      String name = operation.name().getLocalPart();
      if (!described.contains(name)) {
        throw new IllegalArgumentException(
            place()
                + ": expected operation "
                + name
                + " of "
                + operation.method()
                + " in port type "
                + model.portTypeName()
                + ", found "
                + described);
      }
    }
    for (Element each : children(portType, "operation")) {
      checkElement(each);
    }
  }

  /** The first element in the body of requests is that by which they are dispatched. */
  private void checkElement(Element described) {
    for (Operation operation : model.operations()) {
      QName element = operation.request().body().name();
      if (operation.style() == Operation.Style.WRAPPED
          && element != null
          && operation.name().getLocalPart().equals(described.getAttribute("name"))) {
        Set<String> found = inputElements(described);
        if (!found.isEmpty() && !found.contains(element.toString())) {
          throw new IllegalArgumentException(
              place()
                  + ": expected element "
                  + element
                  + " as the request of operation "
                  + operation.name().getLocalPart()
                  + ", as "
                  + operation.method()
                  + " says, found "
                  + found);
        }
      }
    }
  }

  /** The elements of the parts of an operation's input; empty where the message is not found. */
  private Set<String> inputElements(Element operation) {
    Set<String> found = new TreeSet<>();
    for (Element input : children(operation, "input")) {
      QName message = reference(input, input.getAttribute("message"));
      for (Element candidate : all("message")) {
        if (name(candidate).equals(message)) {
          for (Element part : children(candidate, "part")) {
            if (part.hasAttribute("element")) {
              found.add(reference(part, part.getAttribute("element")).toString());
            }
          }
        }
      }
    }
    return found;
  }

  // ---- port and policies ----

  /** Of several ports one must be ours, which is given the address. */
  private void checkPort() {
    Set<String> found = new TreeSet<>();
    for (Element port : all("port")) {
      found.add(port.getAttribute("name"));
    }
    if (found.size() > 1 && !found.contains(model.portName().getLocalPart())) {
      throw new IllegalArgumentException(
          place() + ": expected port " + model.portName().getLocalPart() + ", found " + found);
    }
  }

  private void checkPolicies(PolicyAbilities abilities) {
    WsdlPolicies policies = new WsdlPolicies(documents, abilities);
    for (Element subject : subjects()) {
      String unmet = policies.unmet(subject);
      if (unmet != null) {
        throw new IllegalArgumentException(
            place()
                + ": "
                + subject.getLocalName()
                + " "
                + subject.getAttribute("name")
                + " demands "
                + unmet);
      }
    }
  }

  /** Whose policies hold: our port, its service, its binding, its port type. */
  private List<Element> subjects() {
    List<Element> subjects = new ArrayList<>();
    Set<QName> bindings = new HashSet<>();
    List<Element> ports = all("port");
    for (Element port : ports) {
      if (ports.size() == 1 || port.getAttribute("name").equals(model.portName().getLocalPart())) {
        subjects.add(port);
        bindings.add(reference(port, port.getAttribute("binding")));
      }
    }
    for (Element binding : all("binding")) {
      boolean ours =
          bindings.isEmpty()
              ? reference(binding, binding.getAttribute("type")).equals(model.portTypeName())
              : bindings.contains(name(binding));
      if (ours) {
        subjects.add(binding);
      }
    }
    for (Element portType : all("portType")) {
      if (name(portType).equals(model.portTypeName())) {
        subjects.add(portType);
      }
    }
    return subjects;
  }

  // ---- documents ----

  private String place() {
    return WsdlFiles.place(model);
  }

  private List<Element> all(String name) {
    List<Element> all = new ArrayList<>();
    for (Document document : documents) {
      NodeList found = document.getElementsByTagNameNS(WSDL, name);
      for (int i = 0; i < found.getLength(); i++) {
        all.add((Element) found.item(i));
      }
    }
    return all;
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> all = new ArrayList<>();
    NodeList found = parent.getElementsByTagNameNS(WSDL, name);
    for (int i = 0; i < found.getLength(); i++) {
      if (found.item(i).getParentNode() == parent) {
        all.add((Element) found.item(i));
      }
    }
    return all;
  }

  /** Whether a description takes in another one that was not read, as it is not beside it. */
  private boolean hasForeignImports() {
    return all("import").stream()
        .anyMatch(each -> !each.getAttribute("location").startsWith(WsdlAddress.PLACEHOLDER));
  }

  private static QName name(Element definition) {
    String uri = definition.getOwnerDocument().getDocumentElement().getAttribute("targetNamespace");
    return new QName(uri, definition.getAttribute("name"));
  }

  private static QName reference(Element place, String name) {
    int colon = name.indexOf(':');
    String uri = place.lookupNamespaceURI(colon < 0 ? null : name.substring(0, colon));
    return new QName(uri == null ? "" : uri, name.substring(colon + 1));
  }
}
