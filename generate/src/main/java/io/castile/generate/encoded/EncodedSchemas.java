package io.castile.generate.encoded;

import io.castile.generate.bean.EncodedForm;
import io.castile.generate.document.PlainSchema;
import io.castile.generate.encoded.Component.Kind;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.HeaderBinding;
import io.castile.wsdl.model.internal.Message;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of a description whose types are encoded, as XJC takes them: arrays have no types of
 * their own, and properties that are arrays say so. What literal messages have stays as it is.
 */
public final class EncodedSchemas {
  private final List<Element> roots;
  private final ArrayTypes types;
  private final List<Problem> problems;

  private EncodedSchemas(List<Element> roots, ArrayTypes types, List<Problem> problems) {
    this.roots = roots;
    this.types = types;
    this.problems = problems;
  }

  /** Makes the schemas of a description, as data; else they are the same without encoding. */
  public static EncodedSchemas of(Description description) {
    List<Element> schemas =
        Descriptions.schemas(description).stream().map(PlainSchema::of).toList();
    ComponentGraph components = new ComponentGraph(schemas);
    ArrayTypes types = new ArrayTypes(components);
    boolean isEncoded =
        Descriptions.bindings(description).stream()
            .anyMatch(each -> each.operations().stream().anyMatch(BindingOperation::isEncoded));
    List<Problem> problems = new ArrayList<>();
    List<Element> roots =
        isEncoded ? rewritten(description, schemas, components, types, problems) : schemas;
    return new EncodedSchemas(roots, types, List.copyOf(problems));
  }

  /** Returns the schemas. */
  public List<Element> roots() {
    return roots;
  }

  /** Returns what encoded values of a type become. */
  public EncodedForm form(QName type) {
    return types.form(type);
  }

  /** Returns what has no form in SOAP encoding. */
  public List<Problem> problems() {
    return problems;
  }

  private static List<Element> rewritten(
      Description description,
      List<Element> schemas,
      ComponentGraph components,
      ArrayTypes types,
      List<Problem> problems) {
    Set<Component> literal = components.closure(LiteralComponents.of(description));
    List<Element> roots = new ArrayList<>();
    for (Element schema : schemas) {
      List<Content> content = new ArrayList<>();
      boolean isLeft = false;
      boolean isBuiltIn = isBuiltIn(schema);
      for (Content each : schema.content()) {
        Component component = each instanceof Element child ? Component.of(schema, child) : null;
        if (component == null || literal.contains(component)) {
          content.add(each);
          isLeft |= component != null;
        } else if (!isBuiltIn && !isGone(component, (Element) each, types)) {
          content.add(new StructRewriter(components, types, problems).global((Element) each));
          isLeft = true;
        }
      }
      if (isLeft || !isBuiltIn) {
        roots.add(schema.withContent(content));
      }
    }
    return withoutImports(roots, schemas);
  }

  /** A schema of an encoding, which is needed where literal messages need it only. */
  private static boolean isBuiltIn(Element schema) {
    String namespace = namespace(schema);
    return ArrayTypes.isEncoding(namespace) || namespace.equals(EncodedForm.APACHE);
  }

  private static boolean isGone(Component component, Element definition, ArrayTypes types) {
    return component.kind() == Kind.TYPE && types.isArray(definition);
  }

  private static String namespace(Element schema) {
    String namespace = schema.attribute("targetNamespace");
    return namespace == null ? "" : namespace.strip();
  }

  /** Nothing imports a schema that has gone. */
  private static List<Element> withoutImports(List<Element> roots, List<Element> before) {
    Set<String> gone = new HashSet<>();
    before.forEach(each -> gone.add(namespace(each)));
    roots.forEach(each -> gone.remove(namespace(each)));
    List<Element> kept = new ArrayList<>();
    for (Element root : roots) {
      List<Content> content = new ArrayList<>(root.content());
      content.removeIf(
          each ->
              each instanceof Element child
                  && child.is(Component.XSD, "import")
                  && child.attribute("namespace") != null
                  && gone.contains(child.attribute("namespace")));
      kept.add(root.withContent(content));
    }
    return kept;
  }

  /** The components that messages have which are not encoded. */
  private static final class LiteralComponents {
    private final Set<Component> found = new HashSet<>();

    private LiteralComponents() {}

    static Set<Component> of(Description description) {
      LiteralComponents literal = new LiteralComponents();
      for (Binding binding : Descriptions.bindings(description)) {
        binding.operations().forEach(literal::add);
      }
      return literal.found;
    }

    private void add(BindingOperation bound) {
      Operation operation = bound.operation();
      if (!bound.isEncoded()) {
        add(operation.input());
        add(operation.output());
      }
      operation.faults().forEach(this::addElements);
      headers(bound.input());
      headers(bound.output());
    }

    private void headers(@Nullable MessageBinding message) {
      if (message != null) {
        for (HeaderBinding each : message.headers()) {
          addElement(each.part());
        }
      }
    }

    private void add(@Nullable OperationMessage message) {
      if (message != null) {
        addElements(message);
        for (Part each : message.message().parts()) {
          if (each.type() != null) {
            found.add(new Component(Kind.TYPE, each.type()));
          }
        }
      }
    }

    /** Faults are literal where they are elements. */
    private void addElements(OperationMessage message) {
      Message parts = message.message();
      parts.parts().forEach(this::addElement);
    }

    private void addElement(Part part) {
      if (part.element() != null) {
        found.add(new Component(Kind.ELEMENT, part.element()));
      }
    }
  }
}
