package io.castile.cli;

import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.outline.Field;
import io.castile.wsdl.outline.Outline;
import io.castile.wsdl.outline.Signature;
import io.castile.wsdl.outline.TypeOutline;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Prints a description for people. */
final class WsdlText {
  private static final int MAX_DOCUMENTATION = 100;
  private static final int MAX_INDENT = 100;

  private final Description description;
  private final Outline outline;
  private final PrintWriter out;
  private final Map<QName, TypeOutline> types = new HashMap<>();

  WsdlText(Description description, PrintWriter out) {
    this.description = description;
    this.outline = Descriptions.outline(description);
    this.out = out;
    for (TypeOutline type : outline.types()) {
      types.put(new QName(type.namespace(), type.name()), type);
    }
  }

  static boolean hasOperation(Description description, String name) {
    return operationNames(description).contains(name);
  }

  static Set<String> operationNames(Description description) {
    Set<String> names = new TreeSet<>();
    for (Binding binding : Descriptions.bindings(description)) {
      names.addAll(binding.named().keySet());
    }
    return names;
  }

  /** Prints services with their ports, and the operations of each port type once. */
  void services() {
    Map<QName, Binding> shown = new LinkedHashMap<>();
    for (Service service : Descriptions.services(description)) {
      out.println("service " + service.name().getLocalPart() + "  " + namespace(service.name()));
      documentation("  ", service.documentation());
      TextTable ports = new TextTable(3, "  port", "protocol", "address");
      for (Port port : service.ports()) {
        ports.add("  " + port.name(), port.binding().protocol().toString(), port.address());
        shown.merge(port.binding().portType().name(), port.binding(), WsdlText::moreTelling);
      }
      ports.print(out);
      out.println();
    }
    for (Binding binding : Descriptions.bindings(description)) {
      shown.putIfAbsent(binding.portType().name(), binding); // that no port has
    }
    shown.values().forEach(this::operations);
  }

  private static String namespace(QName name) {
    return name.getNamespaceURI();
  }

  /** Of two bindings of a port type the one of SOAP, else the first. */
  private static Binding moreTelling(Binding one, Binding other) {
    return other.protocol().isSoap() && !one.protocol().isSoap() ? other : one;
  }

  private void operations(Binding binding) {
    String common = binding.operations().isEmpty() ? "" : outline.form(binding.operations().get(0));
    out.println(
        "operations of "
            + binding.portType().name().getLocalPart()
            + (binding.protocol().isSoap() ? " (" + common + ")" : ""));
    documentation("  ", binding.portType().documentation());
    for (BindingOperation each : binding.operations()) {
      Signature signature = outline.signature(each);
      String form = outline.form(each);
      boolean isOther = binding.protocol().isSoap() && !form.equals(common);
      out.println("  " + signature + (isOther ? "  (" + form + ")" : ""));
      documentation("      ", each.operation().documentation());
      String name = binding.nameOf(each);
      if (!name.equals(each.operation().name())) {
        out.println("      called as " + name);
      }
      line("      headers: ", signature.headers());
      line("      faults: ", signature.faults());
    }
    out.println();
  }

  private void line(String title, List<Field> fields) {
    if (!fields.isEmpty()) {
      List<String> shown = fields.stream().map(Field::toString).distinct().toList();
      out.println(title + String.join(", ", shown));
    }
  }

  private void documentation(String indent, String text) {
    if (!text.isEmpty()) {
      boolean isLong = text.length() > MAX_DOCUMENTATION;
      out.println(indent + (isLong ? text.substring(0, MAX_DOCUMENTATION - 1) + "…" : text));
    }
  }

  /** Prints the messages of operations of a name as trees. */
  void operation(String name) {
    Set<QName> portTypes = new HashSet<>();
    for (Binding binding : Descriptions.bindings(description)) {
      if (!portTypes.add(binding.portType().name())) {
        continue; // as by another binding
      }
      for (BindingOperation each : binding.operations()) {
        if (each.operation().name().equals(name) || each == binding.named().get(name)) {
          operation(each);
        }
      }
    }
  }

  private void operation(BindingOperation bound) {
    Signature signature = outline.signature(bound);
    out.println(signature.name() + "  (" + outline.form(bound) + ")");
    documentation("  ", bound.operation().documentation());
    if (!bound.action().isEmpty()) {
      out.println("  action " + bound.action());
    }
    Set<QName> open = new HashSet<>();
    tree("headers", signature.headers(), open);
    tree("request", signature.parameters(), open);
    if (!signature.isOneWay()) {
      tree("response", signature.results(), open);
    }
    tree("faults", signature.faults(), open);
    out.println();
  }

  private void tree(String title, List<Field> fields, Set<QName> shown) {
    if (!fields.isEmpty() || title.equals("request") || title.equals("response")) {
      out.println("  " + title + (fields.isEmpty() ? ": empty" : ""));
      tree("    ", fields, shown, new ArrayList<>());
    }
  }

  /**
   * Prints fields with what is in them.
   *
   * @param shown types of which it has been printed already what is in them
   * @param path types that the fields are in
   */
  private void tree(String indent, List<Field> fields, Set<QName> shown, List<QName> path) {
    for (Field field : fields) {
      QName name = new QName(field.typeNamespace(), field.type());
      TypeOutline type = types.get(name);
      List<Field> inner = type == null ? field.fields() : type.fields();
      List<String> values = type == null ? field.values() : type.values();
      String note = "";
      if (type != null && !inner.isEmpty() && !shown.add(name)) {
        note = path.contains(name) ? " (in itself)" : " (above)";
        inner = List.of();
      } else if (indent.length() > MAX_INDENT && !inner.isEmpty()) {
        note = " …";
        inner = List.of();
      }
      out.println(indent + field + note + oneOf(values) + abstractOf(type));
      if (type != null) {
        path.add(name);
      }
      tree(indent + "  ", inner, shown, path);
      if (type != null) {
        path.remove(path.size() - 1);
      }
    }
  }

  /** Says of an abstract type which ones a value may have. */
  private static String abstractOf(@Nullable TypeOutline type) {
    if (type == null || !type.isAbstract()) {
      return "";
    }
    return type.derived().isEmpty()
        ? "  (abstract, and no type is derived from it)"
        : "  (abstract: " + String.join(" | ", type.derived()) + ")";
  }

  private static String oneOf(List<String> values) {
    return values.isEmpty() ? "" : "  = " + String.join(" | ", values);
  }

  /** Prints the types that schemas define. */
  void types() {
    @Nullable String namespace = null;
    for (TypeOutline type : outline.types()) {
      if (!type.namespace().equals(namespace)) {
        namespace = type.namespace();
        out.println("types of " + (namespace.isEmpty() ? "no namespace" : namespace));
      }
      out.println(
          "  "
              + type.name()
              + (type.base().isEmpty() ? "" : " : " + type.base())
              + oneOf(type.values())
              + abstractOf(type));
      documentation("      ", type.documentation());
      anonymous("    ", type.fields());
    }
    out.println();
  }

  private void anonymous(String indent, List<Field> fields) {
    for (Field field : fields) {
      out.println(indent + field + oneOf(field.values()));
      anonymous(indent + "  ", field.fields());
    }
  }

  /** Prints what is wrong. */
  void problems() {
    for (Problem problem : description.problems()) {
      out.println(WsdlCommand.line(problem));
    }
  }
}
