package io.castile.wsdl.outline;

import com.sun.xml.xsom.XSAnnotation;
import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSSchema;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSSimpleType;
import com.sun.xml.xsom.XSType;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.HeaderBinding;
import io.castile.wsdl.model.internal.Message;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.model.internal.Use;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/** The operations and types of a description as a person writes them down. */
public final class Outline {
  private final XSSchemaSet schemas;

  /**
   * @param schemas all components that parts and types refer to
   */
  public Outline(XSSchemaSet schemas) {
    this.schemas = schemas;
  }

  /** Returns an operation as it is called by a binding. */
  public Signature signature(BindingOperation bound) {
    Operation operation = bound.operation();
    boolean isWrapped = Wrappers.isWrapped(bound, schemas);
    List<Field> headers =
        bound.input() == null
            ? List.of()
            : bound.input().headers().stream().map(HeaderBinding::part).map(this::field).toList();
    List<Field> faults = new ArrayList<>();
    for (OperationMessage fault : operation.faults()) {
      fault.message().parts().stream().map(this::field).forEach(faults::add);
    }
    return new Signature(
        operation.name(),
        isWrapped,
        fields(operation.input(), isWrapped, names(bound.input())),
        fields(operation.output(), isWrapped, names(bound.output())),
        headers,
        faults,
        operation.isOneWay());
  }

  /** Whether the arguments of an operation are in an element around them. */
  public boolean isWrapped(BindingOperation bound) {
    return Wrappers.isWrapped(bound, schemas);
  }

  /** The parts of a message that are no header blocks. */
  private static List<String> names(@Nullable MessageBinding message) {
    List<String> names = new ArrayList<>();
    if (message != null) {
      names.addAll(message.parts());
      message.attachments().forEach(each -> names.add(each.part()));
    }
    return names;
  }

  private List<Field> fields(
      @Nullable OperationMessage message, boolean isWrapped, List<String> parts) {
    if (message == null) {
      return List.of();
    }
    Message whole = message.message();
    List<Part> body = whole.parts().stream().filter(part -> parts.contains(part.name())).toList();
    QName wrapper = isWrapped && body.size() == 1 ? body.get(0).element() : null;
    if (wrapper != null) {
      XSElementDecl element = element(wrapper);
      XSType type = element == null ? null : element.getType();
      return type != null && type.isComplexType()
          ? new FieldOutlines().of(type.asComplexType())
          : List.of();
    }
    return body.stream().map(this::field).toList();
  }

  private @Nullable XSElementDecl element(QName name) {
    return schemas.getElementDecl(name.getNamespaceURI(), name.getLocalPart());
  }

  /** A part as a field: an element by its own name, else the part. */
  private Field field(Part part) {
    QName name = part.element();
    if (name != null) {
      XSElementDecl element = element(name);
      return element == null
          ? unknown(name.getLocalPart(), name.getNamespaceURI(), "")
          : new FieldOutlines().element(element, false, false);
    }
    QName type = part.type();
    XSType found =
        type == null ? null : schemas.getType(type.getNamespaceURI(), type.getLocalPart());
    return found == null
        ? unknown(part.name(), "", type == null ? "" : type.getLocalPart())
        : new FieldOutlines().field(part.name(), "", found, false, false, false);
  }

  private static Field unknown(String name, String namespace, String type) {
    return new Field(
        name,
        namespace,
        type.isEmpty() ? "?" : type,
        "",
        false,
        false,
        false,
        List.of(),
        List.of());
  }

  /** Returns the types that schemas of the description define, by namespace and name. */
  public List<TypeOutline> types() {
    List<TypeOutline> types = new ArrayList<>();
    FieldOutlines fields = new FieldOutlines();
    for (XSSchema schema : schemas.getSchemas()) {
      if (!schema.getTargetNamespace().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
        schema.getComplexTypes().values().forEach(type -> types.add(outline(type, fields)));
        schema.getSimpleTypes().values().forEach(type -> types.add(outline(type)));
      }
    }
    types.sort(Comparator.comparing(TypeOutline::namespace).thenComparing(TypeOutline::name));
    return types;
  }

  private TypeOutline outline(XSComplexType type, FieldOutlines fields) {
    return new TypeOutline(
        type.getName(),
        type.getTargetNamespace(),
        base(type),
        type.isAbstract(),
        type.isAbstract() ? derived(type) : List.of(),
        documentation(type.getAnnotation()),
        fields.of(type),
        List.of());
  }

  private List<String> derived(XSComplexType base) {
    Set<String> names = new TreeSet<>();
    for (XSSchema schema : schemas.getSchemas()) {
      for (XSComplexType each : schema.getComplexTypes().values()) {
        if (!each.isAbstract() && each.isDerivedFrom(base)) {
          names.add(each.getName());
        }
      }
    }
    return List.copyOf(names);
  }

  private static TypeOutline outline(XSSimpleType type) {
    return new TypeOutline(
        type.getName(),
        type.getTargetNamespace(),
        base(type),
        false,
        List.of(),
        documentation(type.getAnnotation()),
        List.of(),
        FieldOutlines.values(type));
  }

  private static String base(XSType type) {
    XSType base = type.getBaseType();
    String name = base == null || base.getName() == null ? "" : base.getName();
    return name.equals("anyType") || name.equals("anySimpleType") ? "" : name;
  }

  private static String documentation(@Nullable XSAnnotation annotation) {
    if (annotation == null || !(annotation.getAnnotation() instanceof Node node)) {
      return "";
    }
    String text = node.getTextContent();
    return text == null ? "" : text.strip().replaceAll("\\s+", " ");
  }

  /** Returns style and use as the specification says them: {@code rpc/encoded}. */
  public String form(BindingOperation bound) {
    Use use = bound.isEncoded() ? Use.ENCODED : Use.LITERAL;
    String wrapped =
        bound.style() == Style.RPC ? "" : Wrappers.isWrapped(bound, schemas) ? " wrapped" : " bare";
    return bound.style() + "/" + use + wrapped;
  }
}
