package io.castile.generate.source;

import io.castile.generate.source.SeiParameter.Mode;
import io.castile.generate.text.JavaText;
import io.castile.wsdl.model.internal.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes a program that calls one operation by Castile, with arguments of its command line. */
final class MainSource {
  /** How an argument of the command line becomes a value of a type. */
  private static final Map<String, String> SIMPLE =
      Map.ofEntries(
          Map.entry("java.lang.String", "%s"),
          Map.entry("boolean", "`java.lang.Boolean`.parseBoolean(%s)"),
          Map.entry("java.lang.Boolean", "`java.lang.Boolean`.valueOf(%s)"),
          Map.entry("byte", "`java.lang.Byte`.parseByte(%s)"),
          Map.entry("java.lang.Byte", "`java.lang.Byte`.valueOf(%s)"),
          Map.entry("short", "`java.lang.Short`.parseShort(%s)"),
          Map.entry("java.lang.Short", "`java.lang.Short`.valueOf(%s)"),
          Map.entry("int", "`java.lang.Integer`.parseInt(%s)"),
          Map.entry("java.lang.Integer", "`java.lang.Integer`.valueOf(%s)"),
          Map.entry("long", "`java.lang.Long`.parseLong(%s)"),
          Map.entry("java.lang.Long", "`java.lang.Long`.valueOf(%s)"),
          Map.entry("float", "`java.lang.Float`.parseFloat(%s)"),
          Map.entry("java.lang.Float", "`java.lang.Float`.valueOf(%s)"),
          Map.entry("double", "`java.lang.Double`.parseDouble(%s)"),
          Map.entry("java.lang.Double", "`java.lang.Double`.valueOf(%s)"),
          Map.entry("java.math.BigDecimal", "new `java.math.BigDecimal`(%s)"),
          Map.entry("java.math.BigInteger", "new `java.math.BigInteger`(%s)"));

  private final SeiInterface sei;
  private final SeiMethod method;
  private final JavaSource source;
  private final String name;
  private final Set<String> beans;
  private final List<String> lines = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private final List<String> usage = new ArrayList<>();

  private MainSource(
      SeiInterface sei, SeiMethod method, String full, Set<String> known, Set<String> beans) {
    this.sei = sei;
    this.method = method;
    this.beans = beans;
    int dot = full.lastIndexOf('.');
    this.name = full.substring(dot + 1);
    this.source = new JavaSource(dot < 0 ? "" : full.substring(0, dot), name, known);
  }

  /**
   * @param address a literal of the address, where {@code -Dendpoint} does not say it
   * @param beans full names of classes that have a constructor without parameters
   */
  static JavaSource of(
      SeiInterface sei,
      SeiMethod method,
      String full,
      String address,
      Set<String> known,
      Set<String> beans) {
    MainSource main = new MainSource(sei, method, full, known, beans);
    main.write(address);
    return main.source;
  }

  private void write(String address) {
    method.parameters().forEach(this::argument);
    String string = source.type("java.lang.String");
    String type = source.type(sei.className());
    String operation = method.bound().operation().name();
    source.javadoc(
        "",
        List.of(
            "Calls the operation " + operation + ", and prints what comes back.",
            usage.isEmpty() ? "" : "Arguments: " + String.join(", ", usage) + "."));
    source.line("public final class " + name + " {");
    source.line("  private " + name + "() {}").line("");
    String exception = source.type("java.lang.Exception");
    source.line("  public static void main(" + string + "[] args) throws " + exception + " {");
    source.line("    " + string + " endpoint =");
    String system = source.type("java.lang.System");
    source.line("        " + system + ".getProperty(\"endpoint\", " + address + ");");
    source.line("    if (args.length != " + usage.size() + ") {");
    String expected =
        usage.isEmpty()
            ? "expected no arguments"
            : "expected arguments: " + String.join(" ", usage);
    source.line(
        "      "
            + system
            + ".err.println("
            + JavaText.literal(expected + "; found ")
            + " + args.length);");
    source.line("      " + system + ".exit(2);");
    source.line("    }");
    source.line("    " + type + " port =");
    source.line(
        "        "
            + source.type("io.castile.Castile")
            + ".client("
            + type
            + ".class)"
            + version()
            + ".endpoint(endpoint).build();");
    lines.forEach(each -> source.line("    " + each));
    String call = "port." + method.javaName();
    if (method.result() == null) {
      source.list("    ", call, arguments, ";");
    } else {
      source.list(
          "    ", source.type(method.result().type().name()) + " result = " + call, arguments, ";");
      source.line(
          "    " + system + ".out.println(" + printed(method.result().type().name()) + ");");
    }
    for (int i = 0; i < method.parameters().size(); i++) {
      if (method.parameters().get(i).mode() != Mode.IN) {
        String argument = arguments.get(i);
        source.line(
            "    "
                + system
                + ".out.println("
                + JavaText.literal(argument + ": ")
                + " + "
                + argument
                + ".value);");
      }
    }
    source.line("  }").line("}");
  }

  private void argument(SeiParameter parameter) {
    String type = parameter.type().name();
    String boxed = parameter.type().boxed();
    String variable = variable(parameter.javaName());
    if (parameter.mode() == Mode.OUT) {
      String holder = source.type("jakarta.xml.ws.Holder<" + boxed + ">");
      lines.add(
          holder + " " + variable + " = new " + source.type("jakarta.xml.ws.Holder") + "<>();");
      arguments.add(variable);
      return;
    }
    String value;
    if (parameter.isHeader()) {
      lines.add("// The header block " + parameter.name() + "; null leaves it out.");
      value = "null";
    } else if (SIMPLE.containsKey(type)) {
      int index = usage.size();
      usage.add(parameter.name());
      String given = "args[" + index + "]";
      value = source.expression(SIMPLE.getOrDefault(type, "%s").formatted(given));
    } else if (beans.contains(type)) {
      value = "new " + source.type(type) + "()";
    } else if (type.endsWith("[]") && !type.equals("byte[]") && !type.contains("<")) {
      value = "new " + source.type(type.replaceFirst("\\[]", "[0]"));
    } else if (type.startsWith("java.util.List<")) {
      value = source.expression("`java.util.List`.of()");
    } else {
      value = "null";
    }
    if (parameter.mode() == Mode.INOUT) {
      String holder = source.type("jakarta.xml.ws.Holder");
      lines.add(
          source.type("jakarta.xml.ws.Holder<" + boxed + ">")
              + " "
              + variable
              + " = new "
              + holder
              + "<>("
              + value
              + ");");
    } else {
      lines.add(source.type(type) + " " + variable + " = " + value + ";");
    }
    arguments.add(variable);
  }

  /** Returns the printed form of a result. */
  private String printed(String type) {
    return type.endsWith("[][]")
        ? source.type("java.util.Arrays") + ".deepToString(result)"
        : type.endsWith("[]") ? source.type("java.util.Arrays") + ".toString(result)" : "result";
  }

  /** The version of SOAP, where it is not 1.1. */
  private String version() {
    return sei.binding().protocol() == Protocol.SOAP_1_2
        ? ".soapVersion(" + source.type("io.castile.soap.SoapVersion") + ".SOAP_1_2)"
        : "";
  }

  private static String variable(String name) {
    return Set.of("args", "endpoint", "port", "result").contains(name) ? name + "Value" : name;
  }
}
