package io.castile.generate.source;

import io.castile.generate.source.SeiParameter.Mode;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes an interface. */
final class InterfaceSource {
  private static final String JWS = "jakarta.jws.";
  private static final String JAXWS = "jakarta.xml.ws.";
  private static final String STYLE = "`jakarta.jws.soap.SOAPBinding`.Style.";
  private static final String USE = "`jakarta.jws.soap.SOAPBinding`.Use.";
  private static final String PARAMETER_STYLE = "`jakarta.jws.soap.SOAPBinding`.ParameterStyle.";
  private static final String INDENT = "  ";

  private final SeiInterface sei;
  private final JavaSource source;

  private InterfaceSource(SeiInterface sei, Set<String> known) {
    this.sei = sei;
    String name = sei.className();
    int dot = name.lastIndexOf('.');
    this.source =
        new JavaSource(dot < 0 ? "" : name.substring(0, dot), name.substring(dot + 1), known);
  }

  /**
   * @param factories full names of the object factories
   */
  static JavaSource of(SeiInterface sei, List<String> factories, Set<String> known) {
    InterfaceSource written = new InterfaceSource(sei, known);
    written.write(factories);
    return written.source;
  }

  private void write(List<String> factories) {
    String name = sei.className().substring(sei.className().lastIndexOf('.') + 1);
    String portType = sei.binding().portType().name().getLocalPart();
    source.javadoc("", List.of(sei.binding().portType().documentation()));
    source.annotate(
        "",
        Annotation.of(JWS + "WebService")
            .textIf("name", portType)
            .text("targetNamespace", sei.namespace()));
    if (sei.isRpc()) {
      source.annotate("", rpc(sei.isEncoded()));
    } else if (sei.isBare()) {
      source.annotate(
          "",
          Annotation.of(JWS + "soap.SOAPBinding")
              .value("parameterStyle", PARAMETER_STYLE + "BARE"));
    }
    if (!factories.isEmpty()) {
      seeAlso(factories);
    }
    source.line("public interface " + name + " {");
    for (SeiMethod each : sei.methods()) {
      source.line("");
      method(each);
    }
    source.line("}");
  }

  private static Annotation rpc(boolean isEncoded) {
    Annotation binding = Annotation.of(JWS + "soap.SOAPBinding").value("style", STYLE + "RPC");
    return isEncoded ? binding.value("use", USE + "ENCODED") : binding;
  }

  private void seeAlso(List<String> factories) {
    List<String> classes = factories.stream().map(each -> "`" + each + "`.class").toList();
    source.annotate(
        "",
        Annotation.of("jakarta.xml.bind.annotation.XmlSeeAlso")
            .value(
                "value",
                classes.size() == 1
                    ? classes.get(0)
                    : "{\n  " + String.join(",\n  ", classes) + "\n}"));
  }

  private void method(SeiMethod method) {
    Operation operation = method.bound().operation();
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add(operation.documentation());
    paragraphs.addAll(method.notes());
    for (SeiFault each : method.faults()) {
      if (!each.documentation().isBlank()) {
        paragraphs.add("@throws " + source.type(each.className()) + " " + each.documentation());
      }
    }
    source.javadoc(INDENT, paragraphs);
    Annotation webMethod = Annotation.of(JWS + "WebMethod");
    if (!method.javaName().equals(operation.name())) {
      webMethod.text("operationName", operation.name());
    }
    source.annotate(INDENT, webMethod.textIf("action", method.bound().action()));
    style(method);
    actions(method);
    if (method.isOneWay()) {
      source.annotate(INDENT, Annotation.of(JWS + "Oneway"));
    }
    wrapper("RequestWrapper", method.request());
    wrapper("ResponseWrapper", method.response());
    String returned = "void";
    SeiParameter result = method.result();
    if (result != null) {
      returned = source.type(result.type().name());
      source.annotate(INDENT, values(result, JWS + "WebResult"));
      result.type().annotations().forEach(each -> source.line(INDENT + annotation(each)));
    }
    List<String> parameters = method.parameters().stream().map(this::parameter).toList();
    source.list(INDENT, returned + " " + method.javaName(), parameters, thrown(method) + ";");
  }

  private void style(SeiMethod method) {
    if (method.isRpc() && (!sei.isRpc() || method.isEncoded() != sei.isEncoded())) {
      source.annotate(INDENT, rpc(method.isEncoded()));
    } else if (method.isBare() && !sei.isBare()) {
      source.annotate(
          INDENT,
          Annotation.of(JWS + "soap.SOAPBinding")
              .value("parameterStyle", PARAMETER_STYLE + "BARE"));
    }
  }

  /** Actions of WS-Addressing, where the description names them (§7.7.1). */
  private void actions(SeiMethod method) {
    Operation operation = method.bound().operation();
    Annotation action = Annotation.of(JAXWS + "Action");
    action.textIf("input", action(operation.input()));
    action.textIf("output", action(operation.output()));
    List<String> faults = new ArrayList<>();
    for (OperationMessage each : operation.faults()) {
      for (SeiFault fault : method.faults()) {
        boolean isOf =
            each.message().parts().size() == 1
                && fault.part().equals(each.message().parts().get(0));
        if (isOf && !action(each).isEmpty()) {
          faults.add(
              source.annotation(
                  Annotation.of(JAXWS + "FaultAction")
                      .value("className", "`" + fault.className() + "`.class")
                      .text("value", action(each))));
        }
      }
    }
    if (!faults.isEmpty()) {
      action.value("fault", "{" + String.join(", ", faults) + "}");
    }
    if (!action.values().isEmpty()) {
      source.annotate(INDENT, action);
    }
  }

  private static String action(@Nullable OperationMessage message) {
    return message == null || message.action() == null ? "" : message.action();
  }

  private void wrapper(String type, @Nullable SeiWrapper wrapper) {
    if (wrapper != null) {
      source.annotate(
          INDENT,
          Annotation.of(JAXWS + type)
              .text("localName", wrapper.element().getLocalPart())
              .text("targetNamespace", wrapper.element().getNamespaceURI())
              .text("className", wrapper.className()));
    }
  }

  private static Annotation values(SeiParameter parameter, String type) {
    Annotation annotation =
        Annotation.of(type)
            .text("name", parameter.name())
            .textIf("targetNamespace", parameter.namespace())
            .textIf("partName", parameter.partName());
    if (parameter.isHeader()) {
      annotation.value("header", "true");
    }
    return annotation;
  }

  private String parameter(SeiParameter parameter) {
    Annotation annotation = values(parameter, JWS + "WebParam");
    String type = parameter.type().name();
    if (parameter.mode() != Mode.IN) {
      annotation.value("mode", "`jakarta.jws.WebParam`.Mode." + parameter.mode());
      type = JAXWS + "Holder<" + parameter.type().boxed() + ">";
    }
    StringBuilder text = new StringBuilder(source.annotation(annotation)).append(' ');
    if (parameter.isLiteral()) {
      text.append(source.annotation(Annotation.of("io.castile.codec.annotation.Literal")));
      text.append(' ');
    }
    parameter.type().annotations().forEach(each -> text.append(annotation(each)).append(' '));
    return text.append(source.type(type)).append(' ').append(parameter.javaName()).toString();
  }

  /** One of the binding; one with strings keeps its full names. */
  private String annotation(String written) {
    if (written.contains("`")) {
      return source.expression(written);
    }
    return written.contains("\"") ? written : source.type(written);
  }

  private String thrown(SeiMethod method) {
    List<String> names =
        method.faults().stream().map(each -> source.type(each.className())).toList();
    return names.isEmpty() ? "" : " throws " + String.join(", ", names);
  }
}
