package io.castile.wsdl;

import com.sun.xml.xsom.XSSchemaSet;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Message;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.PortType;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The abstract half of a description: messages and port types (WSDL 1.1 §2.3, §2.4). */
final class PortTypes {
  private static final List<String> ACTION_NAMESPACES =
      List.of(
          "http://www.w3.org/2007/05/addressing/metadata",
          "http://www.w3.org/2006/05/addressing/wsdl",
          "http://schemas.xmlsoap.org/ws/2004/08/addressing");

  private final DescriptionDocuments documents;
  private final List<Problem> problems;
  private final Map<QName, Message> messages = new HashMap<>();
  private final Map<QName, PortType> portTypes = new HashMap<>();
  private final Map<Place, Part> parts = new LinkedHashMap<>(); // by where they stand

  PortTypes(DescriptionDocuments documents, List<Problem> problems) {
    this.documents = documents;
    this.problems = problems;
  }

  /** Returns a port type; null if there is none of that name. */
  @Nullable PortType portType(QName name) {
    PortType known = portTypes.get(name);
    Element element = documents.find("portType", name);
    if (known != null || element == null) {
      return known;
    }
    List<Operation> operations = new ArrayList<>();
    for (Element child : element.children(Wsdl11.NAMESPACE, "operation")) {
      Operation operation = operation(child);
      if (operation != null) {
        operations.add(operation);
      }
    }
    PortType portType = new PortType(name, Wsdl11.documentation(element), operations);
    portTypes.put(name, portType);
    return portType;
  }

  private @Nullable Operation operation(Element element) {
    String name = element.attribute("name");
    if (name == null) {
      problems.add(Problem.error(element.place(), "operation has no name", "it is left out"));
      return null;
    }
    String order = element.attribute("parameterOrder");
    Element input = element.child(Wsdl11.NAMESPACE, "input").orElse(null);
    Element output = element.child(Wsdl11.NAMESPACE, "output").orElse(null);
    String inputName = output == null ? name : name + "Request"; // §2.4.5
    OperationMessage in = input == null ? null : message(input, inputName);
    OperationMessage out =
        output == null ? null : message(output, input == null ? name : name + "Response");
    if (input != null && in == null || output != null && out == null) {
      return null; // which is a problem already
    }
    List<OperationMessage> faults = new ArrayList<>();
    for (Element child : element.children(Wsdl11.NAMESPACE, "fault")) {
      OperationMessage fault = message(child, "fault");
      if (fault != null) {
        faults.add(fault);
      }
    }
    return new Operation(
        name.strip(),
        Wsdl11.documentation(element),
        order == null || order.isBlank() ? List.of() : List.of(order.strip().split("\\s+")),
        in,
        out,
        faults,
        element.place());
  }

  private @Nullable OperationMessage message(Element element, String defaultName) {
    String named = element.attribute("message");
    QName name = named == null ? null : element.qName(named, true);
    Message message = name == null ? null : message(name);
    if (message == null) {
      problems.add(
          Problem.error(
              element.place(),
              "expected a message that is defined, found "
                  + (named == null ? "none" : name == null ? "'" + named + "'" : name),
              "the operation, or its fault, is left out"));
      return null;
    }
    String given = element.attribute("name");
    return new OperationMessage(
        given == null ? defaultName : given.strip(), message, action(element));
  }

  private static @Nullable String action(Element element) {
    for (String namespace : ACTION_NAMESPACES) {
      String action = element.attribute(namespace, "Action");
      if (action != null) {
        return action.strip();
      }
    }
    return null;
  }

  /** Returns a message; null if there is none of that name. */
  @Nullable Message message(QName name) {
    Message known = messages.get(name);
    Element element = documents.find("message", name);
    if (known != null || element == null) {
      return known;
    }
    List<Part> parts = new ArrayList<>();
    for (Element child : element.children(Wsdl11.NAMESPACE, "part")) {
      Part part = part(child);
      if (part != null) {
        parts.add(part);
      }
    }
    Message message = new Message(name, Wsdl11.documentation(element), parts);
    messages.put(name, message);
    return message;
  }

  private @Nullable Part part(Element element) {
    String name = element.attribute("name");
    String ofElement = element.attribute("element");
    String ofType = element.attribute("type");
    QName elementName = ofElement == null ? null : element.qName(ofElement, true);
    QName typeName = ofType == null ? null : element.qName(ofType, true);
    if (name == null || elementName == null && typeName == null) {
      problems.add(
          Problem.error(
              element.place(),
              "expected a part with a name, and an element or a type, found "
                  + (name == null ? "no name" : "neither of both"),
              "it is left out"));
      return null;
    }
    Part part = new Part(name.strip(), elementName, elementName == null ? typeName : null);
    parts.put(element.place(), part);
    return part;
  }

  /** Notes parts whose element or type is not defined: anything may be in them. */
  void checkParts(XSSchemaSet schemas) {
    parts.forEach(
        (place, part) -> {
          QName element = part.element();
          QName type = part.type();
          if (element != null
              && schemas.getElementDecl(element.getNamespaceURI(), element.getLocalPart())
                  == null) {
            problems.add(
                Problem.warning(
                    place,
                    "part " + part.name() + " is of element " + element + ", which is not defined",
                    "anything is taken; define it in a schema, or import the schema that has it"));
          } else if (type != null
              && schemas.getType(type.getNamespaceURI(), type.getLocalPart()) == null) {
            problems.add(
                Problem.warning(
                    place,
                    "part " + part.name() + " is of type " + type + ", which is not defined",
                    "anything is taken; define it in a schema, or import the schema that has it"));
          }
        });
  }
}
