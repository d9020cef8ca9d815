package io.castile.generate.source;

import io.castile.generate.bean.Beans;
import io.castile.generate.encoded.EncodedSchemas;
import io.castile.generate.text.JavaText;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.model.internal.Style;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Interfaces, exceptions and services of a description. */
public final class Interfaces {
  private final Description description;
  private final Beans beans;
  private final EncodedSchemas encoded;
  private final ClassRegistry classes;
  private final boolean hasOtherHeaders;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<QName, SeiInterface> interfaces = new LinkedHashMap<>(); // by port type
  private final Map<String, String> sources = new TreeMap<>();
  private final List<ServiceClass> services = new ArrayList<>();

  /**
   * A service that has a class.
   *
   * @param className its full name
   * @param service what it stands for
   */
  public record ServiceClass(String className, Service service) {}

  private Interfaces(
      Description description,
      Beans beans,
      EncodedSchemas encoded,
      ClassRegistry classes,
      boolean hasOtherHeaders) {
    this.description = description;
    this.beans = beans;
    this.encoded = encoded;
    this.classes = classes;
    this.hasOtherHeaders = hasOtherHeaders;
  }

  /**
   * Makes interfaces.
   *
   * @param encoded the schemas that the beans were made of
   * @param allPackage the package of all classes; null for one of each namespace
   * @param packages packages by namespace, before the above
   * @param hasOtherHeaders whether header blocks that are no parts of an operation's messages are
   *     parameters
   * @param wsdlFile name of the file of the description beside each service
   */
  public static Interfaces of(
      Description description,
      Beans beans,
      EncodedSchemas encoded,
      @Nullable String allPackage,
      Map<String, String> packages,
      boolean hasOtherHeaders,
      String wsdlFile) {
    ClassRegistry classes = new ClassRegistry(allPackage, packages, beans.classes());
    Interfaces made = new Interfaces(description, beans, encoded, classes, hasOtherHeaders);
    made.make(wsdlFile);
    return made;
  }

  private void make(String wsdlFile) {
    Map<QName, List<Binding>> byPortType = new LinkedHashMap<>();
    for (Binding each : Descriptions.bindings(description)) {
      if (each.protocol().isSoap()) {
        byPortType.computeIfAbsent(each.portType().name(), name -> new ArrayList<>()).add(each);
      }
    }
    Faults faults = new Faults(beans, encoded, classes);
    SeiMethods methods =
        new SeiMethods(description, beans, encoded, faults, hasOtherHeaders, problems);
    byPortType.forEach((name, bindings) -> sei(name, bindings, methods, faults));
    Map<Service, Map<Port, String>> ports = new LinkedHashMap<>();
    Descriptions.services(description).forEach(each -> ports.put(each, ports(each)));
    ports.values().removeIf(Map::isEmpty);
    for (Service each : ports.keySet()) {
      services.add(new ServiceClass(classes.add(each.name(), "_Service"), each));
    }
    Set<String> known = classes.known();
    for (SeiInterface each : interfaces.values()) {
      add(InterfaceSource.of(each, beans.objectFactories(), known));
    }
    faults.all().forEach(each -> add(FaultSource.of(each, known)));
    for (ServiceClass each : services) {
      Map<Port, String> own = ports.getOrDefault(each.service(), Map.of());
      add(ServiceSource.of(each.className(), each.service(), own, wsdlFile, known));
    }
  }

  private void add(JavaSource source) {
    sources.put(source.path(), source.toString());
  }

  private Map<Port, String> ports(Service service) {
    Map<Port, String> ports = new LinkedHashMap<>();
    for (Port port : service.ports()) {
      SeiInterface sei = interfaces.get(port.binding().portType().name());
      boolean isCallable = port.binding().protocol().isSoap();
      if (sei != null && isCallable && isEncoded(port.binding()) == isEncoded(sei.binding())) {
        ports.put(port, sei.className());
      }
    }
    return ports;
  }

  private void sei(QName portType, List<Binding> bindings, SeiMethods maker, Faults faults) {
    Binding binding = null;
    for (Binding each : bindings) {
      if (!each.operations().isEmpty() && (binding == null || rank(each) < rank(binding))) {
        binding = each;
      }
    }
    if (binding == null) {
      return;
    }
    String namespace = namespace(binding);
    Set<String> taken = new HashSet<>();
    List<SeiMethod> methods = new ArrayList<>();
    for (BindingOperation each : binding.operations()) {
      SeiMethod method = isElsewhere(each, namespace) ? null : maker.method(each, taken);
      if (method != null) {
        methods.add(method);
      }
    }
    List<String> withoutDetail = faults.takeWithoutDetail();
    if (!withoutDetail.isEmpty()) {
      problems.add(
          Problem.warning(
              binding.portType().operations().get(0).place(),
              "encoded faults have no detail, expected one part of a type (WSDL 1.1 §3.6): "
                  + String.join(", ", withoutDetail),
              "methods do not declare them"));
    }
    if (!methods.isEmpty()) {
      String name = classes.add(portType, "_PortType");
      interfaces.put(portType, new SeiInterface(name, binding, namespace, methods));
    }
  }

  /** Literal bindings come first, which all runtimes speak, then those of SOAP 1.1. */
  private static int rank(Binding binding) {
    return (isEncoded(binding) ? 2 : 0) + (binding.protocol() == Protocol.SOAP_1_1 ? 0 : 1);
  }

  private static boolean isEncoded(Binding binding) {
    return binding.operations().stream().anyMatch(BindingOperation::isEncoded);
  }

  /** An rpc operation whose element is in another namespace than those of the interface. */
  private boolean isElsewhere(BindingOperation bound, String namespace) {
    String own = rpcNamespace(bound);
    boolean isElsewhere = own != null && !own.equals(namespace);
    if (isElsewhere) {
      problems.add(
          Problem.error(
              bound.operation().place(),
              "operation "
                  + bound.operation().name()
                  + " is in namespace '"
                  + own
                  + "', others of its binding in '"
                  + namespace
                  + "'",
              "it is left out"));
    }
    return isElsewhere;
  }

  /** The namespace of rpc operations, most of them; else that of the port type. */
  private static String namespace(Binding binding) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (BindingOperation each : binding.operations()) {
      String own = rpcNamespace(each);
      if (own != null) {
        counts.merge(own, 1, Integer::sum);
      }
    }
    String best = binding.portType().name().getNamespaceURI();
    int most = 0;
    for (Map.Entry<String, Integer> each : counts.entrySet()) {
      if (each.getValue() > most) {
        best = each.getKey();
        most = each.getValue();
      }
    }
    return best;
  }

  private static @Nullable String rpcNamespace(BindingOperation bound) {
    MessageBinding input = bound.input();
    if (bound.style() != Style.RPC || input == null) {
      return null;
    }
    return input.namespace() == null ? "" : input.namespace();
  }

  /**
   * Adds a program that calls an operation.
   *
   * @param operation its name; null for the first
   * @return the full name of its class; null if there is no such operation
   */
  public @Nullable String addMain(@Nullable String operation) {
    for (Map.Entry<QName, SeiInterface> each : interfaces.entrySet()) {
      SeiInterface sei = each.getValue();
      for (SeiMethod method : sei.methods()) {
        if (operation == null || method.bound().operation().name().equals(operation)) {
          String namespace = each.getKey().getNamespaceURI();
          String name = classes.add(new QName(namespace, "Main"), "");
          String address = JavaText.literal(address(sei));
          add(MainSource.of(sei, method, name, address, classes.known(), beans.concrete()));
          return name;
        }
      }
    }
    return null;
  }

  /** The first address of a port with the interface's binding. */
  private String address(SeiInterface sei) {
    return Descriptions.services(description).stream()
        .flatMap(service -> service.ports().stream())
        .filter(port -> port.binding().name().equals(sei.binding().name()))
        .map(Port::address)
        .filter(address -> !address.isEmpty())
        .findFirst()
        .orElse("http://localhost:8080/");
  }

  /** Returns the names of all operations that are methods. */
  public List<String> operations() {
    return interfaces.values().stream()
        .flatMap(sei -> sei.methods().stream())
        .map(method -> method.bound().operation().name())
        .distinct()
        .toList();
  }

  /** Returns sources by their paths, sorted; with a slash between folders. */
  public Map<String, String> sources() {
    return sources;
  }

  /** Returns what could not be generated, or not as the description says. */
  public List<Problem> problems() {
    return List.copyOf(problems);
  }

  /** Returns the full names of the interfaces. */
  public List<String> interfaceNames() {
    return interfaces.values().stream().map(SeiInterface::className).toList();
  }

  /** Returns the services that have a class. */
  public List<ServiceClass> services() {
    return List.copyOf(services);
  }

  /** Writes an exception (§2.5). */
  private static final class FaultSource {
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
}
