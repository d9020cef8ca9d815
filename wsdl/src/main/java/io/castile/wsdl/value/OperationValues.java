package io.castile.wsdl.value;

import com.sun.xml.xsom.XSSchemaSet;
import io.castile.wsdl.model.BindingOperation;
import io.castile.wsdl.model.MessageBinding;
import io.castile.wsdl.model.OperationMessage;
import io.castile.wsdl.model.Part;
import io.castile.wsdl.model.Style;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of an operation's messages as values. Immutable and thread-safe.
 *
 * <p>An element with elements in it is a map by their local names; one that may come again a list;
 * one of a simple type a value of Java (Jakarta XML Binding 4, table 6-1), for which its text may
 * stand when it is written. Attributes have {@code @} before their names; the text of an element
 * that has attributes is {@code $}; null is an element with {@code xsi:nil}. {@code @xsi:type}
 * names the type, where it is not the one that the schema says.
 *
 * <p>The arguments of a wrapped operation are what is in the element around them, as in its {@link
 * io.castile.wsdl.outline.Signature}; those of others the parts of its message.
 */
public final class OperationValues {
  private final Plans plans;
  private final BindingOperation operation;
  private final boolean isWrapped;

  /**
   * @param schemas all components that the messages refer to
   * @param isWrapped whether arguments are in an element around them
   */
  public OperationValues(XSSchemaSet schemas, BindingOperation operation, boolean isWrapped) {
    this.plans = new Plans(schemas);
    this.operation = operation;
    this.isWrapped = isWrapped;
  }

  /**
   * Returns what is in the body of a request, in UTF-8.
   *
   * @throws ValueException if an argument is not one of its type, is missing or unknown
   * @throws UnsupportedOperationException if the operation is encoded, or has several elements in
   *     its body
   */
  public byte[] request(Map<String, ?> arguments) {
    return written(operation.operation().input(), operation.input(), false, arguments);
  }

  /** Returns what is in the body of a response, in UTF-8, as {@link #request}. */
  public byte[] response(Map<String, ?> results) {
    return written(operation.operation().output(), operation.output(), true, results);
  }

  /**
   * Reads what is in the body of a request.
   *
   * @param in at the start of the element in the body
   * @throws io.castile.xml.XmlException if it is not well-formed, or a value not one of its type
   */
  public Map<String, Object> readRequest(XmlReader in) {
    return read(operation.operation().input(), operation.input(), in);
  }

  /** Reads what is in the body of a response, as {@link #readRequest}. */
  public Map<String, Object> readResponse(XmlReader in) {
    return read(operation.operation().output(), operation.output(), in);
  }

  /** Returns an example of what is in the body of a request, with comments, for people. */
  public String template() {
    List<Part> parts = parts(operation.operation().input(), operation.input());
    Sample sample = new Sample();
    if (operation.style() == Style.RPC) {
      sample.start(wrapper(operation.input(), false));
      parts.forEach(part -> sample.element(accessor(part), false, false));
      sample.end();
    } else {
      parts.forEach(part -> sample.element(element(part), false, false));
    }
    return sample.toString();
  }

  // ---- writing ----

  private byte[] written(
      @Nullable OperationMessage message,
      @Nullable MessageBinding binding,
      boolean isResponse,
      Map<String, ?> values) {
    List<Part> parts = parts(message, binding);
    XmlWriter out = new XmlWriter();
    ValueWriter writer = new ValueWriter(plans, out);
    if (operation.style() == Style.RPC) {
      rpc(wrapper(binding, isResponse), parts, values, writer, out);
    } else if (!parts.isEmpty()) {
      ElementPlan element = element(parts.get(0));
      writer.element(element, isWrapped ? values : bare(element, values));
    } else if (!values.isEmpty()) {
      throw new ValueException("expected no values, found " + String.join(", ", values.keySet()));
    }
    return out.toByteArray();
  }

  /** The value of the element in the body: by its name, or its fields alone. */
  private static @Nullable Object bare(ElementPlan element, Map<String, ?> values) {
    boolean isNamed = values.size() == 1 && values.containsKey(element.local());
    return isNamed ? values.get(element.local()) : values;
  }

  private void rpc(
      QName wrapper, List<Part> parts, Map<String, ?> values, ValueWriter writer, XmlWriter out) {
    out.startElement(wrapper.getNamespaceURI(), wrapper.getLocalPart());
    Fields fields = new Fields(values);
    Set<String> names = new TreeSet<>();
    for (Part part : parts) {
      ElementPlan accessor = accessor(part);
      names.add(accessor.local());
      if (!fields.has(accessor)) {
        throw new ValueException("expected " + accessor.local() + ", found none");
      }
      Object value = fields.next(accessor);
      within(accessor.local(), plan -> writer.element(plan, value), accessor);
    }
    fields.checkNothingLeft(names);
    out.endElement();
  }

  private static void within(String field, Consumer<ElementPlan> action, ElementPlan element) {
    try {
      action.accept(element);
    } catch (ValueException e) {
      throw e.in(field);
    }
  }

  // ---- reading ----

  private Map<String, Object> read(
      @Nullable OperationMessage message, @Nullable MessageBinding binding, XmlReader in) {
    List<Part> parts = parts(message, binding);
    ValueReader reader = new ValueReader(plans, in);
    Map<String, Object> values = new LinkedHashMap<>();
    if (operation.style() == Style.RPC) {
      Map<String, ElementPlan> accessors = new LinkedHashMap<>();
      for (Part part : parts) {
        ElementPlan accessor = accessor(part);
        accessors.put(accessor.local(), accessor);
      }
      while (in.nextChild(null) != null) {
        String name = in.name().local();
        values.put(name, reader.element(accessors.get(name)));
      }
      return values;
    }
    ElementPlan element = plans.element(in.name().toQName());
    String name = in.name().local();
    Object value = reader.element(element);
    if (isWrapped && value instanceof Map<?, ?> fields) {
      fields.forEach((key, each) -> values.put(String.valueOf(key), each));
    } else {
      values.put(name, value);
    }
    return values;
  }

  // ---- parts ----

  private List<Part> parts(@Nullable OperationMessage message, @Nullable MessageBinding binding) {
    if (operation.isEncoded()) {
      throw new UnsupportedOperationException(
          "operation "
              + operation.operation().name()
              + " is encoded; expected one whose messages are literal");
    }
    if (message == null || binding == null) {
      return List.of();
    }
    if (!binding.attachments().isEmpty()) {
      throw new UnsupportedOperationException(
          "operation " + operation.operation().name() + " has attachments; expected none");
    }
    List<Part> parts =
        message.message().parts().stream()
            .filter(part -> binding.parts().contains(part.name()))
            .toList();
    if (operation.style() == Style.DOCUMENT && parts.size() > 1) {
      throw new UnsupportedOperationException(
          "operation "
              + operation.operation().name()
              + " has several elements in its body; expected one");
    }
    return parts;
  }

  private QName wrapper(@Nullable MessageBinding binding, boolean isResponse) {
    String namespace = binding == null ? null : binding.namespace();
    String name = operation.operation().name();
    return new QName(namespace == null ? "" : namespace, isResponse ? name + "Response" : name);
  }

  private ElementPlan element(Part part) {
    QName name = part.element();
    if (name == null) { // which WS-I forbids, and some do: the element has the part's name
      return accessor(part);
    }
    ElementPlan known = plans.element(name);
    return known == null ? unknown(name) : known;
  }

  /** The element in which an rpc message has a part. */
  private ElementPlan accessor(Part part) {
    QName elementName = part.element();
    if (elementName != null) {
      return element(part);
    }
    TypePlan type = plans.type(Objects.requireNonNull(part.type(), "type"));
    return new ElementPlan(
        new QName(part.name()),
        false,
        false,
        () -> type == null ? AnyPlan.INSTANCE : type,
        List::of);
  }

  private static ElementPlan unknown(QName name) {
    return new ElementPlan(name, true, false, () -> AnyPlan.INSTANCE, List::of);
  }
}
