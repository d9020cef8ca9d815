package io.castile.soap.wsdl;

import static io.castile.soap.wsdl.GivenDocuments.children;
import static io.castile.soap.wsdl.GivenDocuments.name;
import static io.castile.soap.wsdl.GivenDocuments.reference;

import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;

/**
 * Holds a description that was written before its service ({@code @WebService(wsdlLocation)}) to
 * the interface, and what it demands to what is done.
 */
public final class GivenDescription {
  private static final List<String> SOAP_NAMESPACES =
      List.of("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/");
  private static final String LITERAL = "literal";

  private final ServiceModel model;
  private final GivenDocuments documents;

  private GivenDescription(ServiceModel model, GivenDocuments documents) {
    this.model = model;
    this.documents = documents;
  }

  /**
   * Checks the description of a model, if it names one. A client's may be absent, as it is not
   * published there; that is logged.
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
    GivenDescription description =
        new GivenDescription(model, GivenDocuments.parse(texts.values()));
    if (!model.isUntyped()) {
      description.checkPortType();
      description.checkBindings();
    }
    if (abilities.isServer()) {
      description.checkService();
    }
    description.checkPort();
    description.checkPolicies(abilities);
  }

  /**
   * Returns where the description of a model, if it names one, has the policies of its port. To be
   * called after {@link #check}, which tells of a client's description that is absent.
   *
   * @throws IllegalArgumentException if the description of a server cannot be read
   */
  public static PolicySubjects policySubjects(ServiceModel model, boolean isServer) {
    if (!model.hasGivenWsdl()) {
      return PolicySubjects.NONE;
    }
    Map<String, String> texts;
    try {
      texts = WsdlFiles.read(model);
    } catch (IllegalArgumentException e) {
      if (isServer) {
        throw e;
      }
      return PolicySubjects.NONE;
    }
    GivenDocuments documents = GivenDocuments.parse(texts.values());
    return new PolicySubjects(documents.roots(), new GivenDescription(model, documents).subjects());
  }

  // ---- the interface ----

  private void checkPortType() {
    List<Element> all = documents.all("portType");
    Set<String> found = new TreeSet<>();
    for (Element portType : all) {
      QName name = name(portType);
      if (name.equals(model.portTypeName())) {
        checkOperations(portType);
        return;
      }
      found.add(name.toString());
    }
    if (documents.hasForeignImports()) {
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
    for (OperationModel operation : model.operations()) {
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
      checkElements(each);
    }
  }

  /** The element in a body is that by which requests are dispatched, and responses are read. */
  private void checkElements(Element described) {
    for (OperationModel operation : model.operations()) {
      if (operation.style() != Operation.Style.RPC
          && operation.name().getLocalPart().equals(described.getAttribute("name"))) {
        checkElement(operation, operation.request(), "request", elements(described, "input"));
        checkElement(operation, operation.response(), "response", elements(described, "output"));
      }
    }
  }

  private void checkElement(
      OperationModel operation, @Nullable Message message, String kind, Set<String> found) {
    QName element = message == null ? null : message.body().name();
    if (element != null && !found.isEmpty() && !found.contains(element.toString())) {
      throw new IllegalArgumentException(
          place()
              + ": expected element "
              + element
              + " as the "
              + kind
              + " of operation "
              + operation.name().getLocalPart()
              + ", as "
              + operation.method()
              + " says, found "
              + found);
    }
  }

  /** The elements of the parts of a message; empty where the message is not found. */
  private Set<String> elements(Element operation, String direction) {
    Set<String> found = new TreeSet<>();
    for (Element each : children(operation, direction)) {
      QName message = reference(each, each.getAttribute("message"));
      for (Element candidate : documents.all("message")) {
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

  // ---- bindings ----

  private void checkBindings() {
    for (Element binding : documents.all("binding")) {
      if (reference(binding, binding.getAttribute("type")).equals(model.portTypeName())) {
        String style = soapAttribute(binding, "binding", "style", "document");
        for (Element each : children(binding, "operation")) {
          for (OperationModel operation : model.operations()) {
            if (operation.name().getLocalPart().equals(each.getAttribute("name"))) {
              checkStyle(binding, operation, each, style);
              checkFaults(binding, operation, each);
            }
          }
        }
      }
    }
  }

  /** How an operation is laid out (WSDL 1.1 §3.4 and §3.5). */
  private void checkStyle(
      Element binding, OperationModel operation, Element bound, @Nullable String styleOfBinding) {
    if (styleOfBinding == null) {
      return; // not a binding of SOAP
    }
    String style = soapAttribute(bound, "operation", "style", styleOfBinding);
    List<Element> inputs = children(bound, "input");
    String use = inputs.isEmpty() ? null : soapAttribute(inputs.get(0), "body", "use", LITERAL);
    String expected =
        (operation.style() == Operation.Style.RPC ? "rpc" : "document")
            + "/"
            + (operation.isEncoded() ? "encoded" : LITERAL);
    String found = (style == null ? styleOfBinding : style) + "/" + (use == null ? LITERAL : use);
    if (!expected.equals(found)) {
      throw new IllegalArgumentException(
          place()
              + ": expected operation "
              + operation.name().getLocalPart()
              + " of binding "
              + binding.getAttribute("name")
              + " to be "
              + expected
              + ", as "
              + operation.method()
              + " says, found "
              + found);
    }
  }

  /** Faults are encoded where the other messages of an operation are (WSDL 1.1 §3.6). */
  private void checkFaults(Element binding, OperationModel operation, Element bound) {
    String expected = operation.isEncoded() ? "encoded" : LITERAL;
    for (Element fault : children(bound, "fault")) {
      String found = soapAttribute(fault, "fault", "use", expected);
      if (found != null && !found.equals(expected)) {
        throw new IllegalArgumentException(
            place()
                + ": expected fault "
                + fault.getAttribute("name")
                + " of operation "
                + operation.name().getLocalPart()
                + " of binding "
                + binding.getAttribute("name")
                + " to be "
                + expected
                + ", as "
                + operation.method()
                + " says, found "
                + found);
      }
    }
  }

  /** An attribute of an extension of SOAP; null where there is no such extension. */
  private static @Nullable String soapAttribute(
      Element parent, String extension, String attribute, String otherwise) {
    for (String namespace : SOAP_NAMESPACES) {
      for (Element each : GivenDocuments.children(parent, namespace, extension)) {
        return each.hasAttribute(attribute) ? each.getAttribute(attribute) : otherwise;
      }
    }
    return null;
  }

  // ---- port and policies ----

  /**
   * Holds the names that are said to those that are there. Names that are derived from the class's
   * are not held to them, as they were not chosen.
   */
  private void checkService() {
    Set<String> services = new TreeSet<>();
    Set<String> ports = new TreeSet<>();
    for (Element service : documents.all("service")) {
      services.add(name(service).toString());
      if (!model.saysServiceName() || name(service).equals(model.serviceName())) {
        children(service, "port").forEach(port -> ports.add(port.getAttribute("name")));
      }
    }
    if (services.isEmpty()) {
      return; // it may be in a document that is not beside this one
    }
    if (model.saysServiceName() && !services.contains(model.serviceName().toString())) {
      throw new IllegalArgumentException(
          place() + ": expected service " + model.serviceName() + ", found " + services);
    }
    String port = model.portName().getLocalPart();
    if (model.saysPortName() && !ports.contains(port)) {
      throw new IllegalArgumentException(place() + ": expected port " + port + ", found " + ports);
    }
  }

  /** Checks the port: one of several must be the service's own, which is given the address. */
  private void checkPort() {
    Set<String> found = new TreeSet<>();
    for (Element port : documents.all("port")) {
      found.add(port.getAttribute("name"));
    }
    if (found.size() > 1 && !found.contains(model.portName().getLocalPart())) {
      throw new IllegalArgumentException(
          place() + ": expected port " + model.portName().getLocalPart() + ", found " + found);
    }
  }

  private void checkPolicies(PolicyAbilities abilities) {
    WsdlPolicies policies = new WsdlPolicies(documents.roots(), abilities);
    for (Element subject : subjects()) {
      String unmet = policies.unmet(subject);
      if (unmet != null) {
        throw new IllegalArgumentException(
            "Cannot serve "
                + place()
                + ", because "
                + subject.getLocalName()
                + " "
                + subject.getAttribute("name")
                + " demands "
                + unmet);
      }
    }
  }

  /**
   * Returns the elements whose policies hold: the port, its service, its binding, its port type.
   */
  private List<Element> subjects() {
    List<Element> subjects = new ArrayList<>();
    Set<QName> bindings = new HashSet<>();
    List<Element> ports = documents.all("port");
    for (Element port : ports) {
      if (ports.size() == 1 || port.getAttribute("name").equals(model.portName().getLocalPart())) {
        subjects.add(port);
        bindings.add(reference(port, port.getAttribute("binding")));
      }
    }
    for (Element binding : documents.all("binding")) {
      boolean ours =
          bindings.isEmpty()
              ? reference(binding, binding.getAttribute("type")).equals(model.portTypeName())
              : bindings.contains(name(binding));
      if (ours) {
        subjects.add(binding);
      }
    }
    for (Element portType : documents.all("portType")) {
      if (name(portType).equals(model.portTypeName())) {
        subjects.add(portType);
      }
    }
    return subjects;
  }

  private String place() {
    return WsdlFiles.place(model);
  }
}
