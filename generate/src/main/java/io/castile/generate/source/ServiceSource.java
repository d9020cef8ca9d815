package io.castile.generate.source;

import io.castile.generate.text.JavaNames;
import io.castile.generate.text.JavaText;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes a class of a service, which gives ports by any JAX-WS runtime (§2.7). */
final class ServiceSource {
  private final JavaSource source;
  private final Service service;
  private final String wsdl;

  private ServiceSource(JavaSource source, Service service, String wsdl) {
    this.source = source;
    this.service = service;
    this.wsdl = wsdl;
  }

  /**
   * @param full full name of the class
   * @param ports with the full names of their interfaces
   * @param wsdl where the description is, from the folder of the class
   */
  static JavaSource of(
      String full, Service service, Map<Port, String> ports, String wsdl, Set<String> known) {
    int dot = full.lastIndexOf('.');
    JavaSource source =
        new JavaSource(dot < 0 ? "" : full.substring(0, dot), full.substring(dot + 1), known);
    new ServiceSource(source, service, wsdl).write(full.substring(dot + 1), ports);
    return source;
  }

  private void write(String name, Map<Port, String> ports) {
    String url = source.type("java.net.URL");
    String qName = source.type("javax.xml.namespace.QName");
    String feature = source.type("jakarta.xml.ws.WebServiceFeature");
    String string = source.type("java.lang.String");
    String namespace = service.name().getNamespaceURI();
    source.javadoc("", List.of(service.documentation()));
    source.annotate(
        "",
        Annotation.of("jakarta.xml.ws.WebServiceClient")
            .text("name", service.name().getLocalPart())
            .text("targetNamespace", namespace)
            .text("wsdlLocation", wsdl));
    source.line(
        "public class " + name + " extends " + source.type("jakarta.xml.ws.Service") + " {");
    source.line("  /** The name of the service. */");
    source.line("  public static final " + qName + " SERVICE =");
    source.line("      " + newName(qName, namespace, service.name().getLocalPart()) + ";").line("");
    source.line("  /** The description, which stands beside this class. */");
    source.line("  public static final " + url + " WSDL =");
    source.line("      " + name + ".class.getResource(" + JavaText.literal(wsdl) + ");");
    Set<String> constants = new HashSet<>(Set.of("service", "wsdl"));
    for (Port port : ports.keySet()) {
      if (!port.address().isEmpty()) {
        String constant = JavaNames.unique(constant(port.name()) + "_ADDRESS", constants);
        source.line("");
        source.javadoc("  ", List.of("Where the description says that " + port.name() + " is."));
        source.line("  public static final " + string + " " + constant + " =");
        source.line("      " + JavaText.literal(port.address()) + ";");
      }
    }
    constructor(name, List.of(), "WSDL, SERVICE");
    constructor(name, List.of(feature + "... features"), "WSDL, SERVICE, features");
    constructor(name, List.of(url + " wsdl"), "wsdl, SERVICE");
    constructor(name, List.of(url + " wsdl", feature + "... features"), "wsdl, SERVICE, features");
    constructor(name, List.of(url + " wsdl", qName + " service"), "wsdl, service");
    constructor(
        name,
        List.of(url + " wsdl", qName + " service", feature + "... features"),
        "wsdl, service, features");
    Set<String> getters = new HashSet<>();
    ports.forEach((port, sei) -> getters(port, source.type(sei), qName, feature, getters));
    source.line("}");
  }

  private static String newName(String qName, String namespace, String local) {
    return "new "
        + qName
        + "("
        + JavaText.literal(namespace)
        + ", "
        + JavaText.literal(local)
        + ")";
  }

  private static String constant(String port) {
    return JavaNames.constant(port);
  }

  private void constructor(String name, List<String> parameters, String arguments) {
    source.line("");
    source.list("  ", "public " + name, parameters, " {");
    source.line("    super(" + arguments + ");").line("  }");
  }

  private void getters(Port port, String type, String qName, String feature, Set<String> taken) {
    String name = JavaNames.unique("get" + JavaNames.className(port.name()), taken);
    String portName = newName(qName, service.name().getNamespaceURI(), port.name());
    Annotation endpoint = Annotation.of("jakarta.xml.ws.WebEndpoint").text("name", port.name());
    source.line("").javadoc("  ", List.of(port.documentation())).annotate("  ", endpoint);
    source.line("  public " + type + " " + name + "() {");
    source
        .list("    ", "return super.getPort", List.of(portName, type + ".class"), ";")
        .line("  }");
    source.line("").javadoc("  ", List.of(port.documentation())).annotate("  ", endpoint);
    source.line("  public " + type + " " + name + "(" + feature + "... features) {");
    source.list(
        "    ", "return super.getPort", List.of(portName, type + ".class", "features"), ";");
    source.line("  }");
  }
}
