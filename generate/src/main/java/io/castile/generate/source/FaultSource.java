package io.castile.generate.source;

import java.util.List;
import java.util.Set;

/** Writes an exception (§2.5). */
final class FaultSource {
  private FaultSource() {}

  static JavaSource of(SeiFault fault, Set<String> known) {
    String full = fault.className();
    int dot = full.lastIndexOf('.');
    String name = full.substring(dot + 1);
    JavaSource source = new JavaSource(dot < 0 ? "" : full.substring(0, dot), name, known);
    String type = source.type(fault.type().boxed());
    String exception = source.type("java.lang.Exception");
    String string = source.type("java.lang.String");
    String throwable = source.type("java.lang.Throwable");
    source.javadoc("", List.of(fault.documentation()));
    source.annotate(
        "",
        Annotation.of("jakarta.xml.ws.WebFault")
            .text("name", fault.element().getLocalPart())
            .text("targetNamespace", fault.element().getNamespaceURI()));
    source.line("public class " + name + " extends " + exception + " {");
    source.line("  private static final long serialVersionUID = 1L;").line("");
    source.line("  private final " + type + " faultInfo;").line("");
    source.list("  ", "public " + name, List.of(string + " message", type + " faultInfo"), " {");
    source.line("    super(message);").line("    this.faultInfo = faultInfo;").line("  }");
    source.line("");
    source.list(
        "  ",
        "public " + name,
        List.of(string + " message", type + " faultInfo", throwable + " cause"),
        " {");
    source.line("    super(message, cause);").line("    this.faultInfo = faultInfo;").line("  }");
    source.line("").line("  /** Returns the detail of the fault. */");
    source.line("  public " + type + " getFaultInfo() {");
    source.line("    return faultInfo;").line("  }").line("}");
    return source;
  }
}
