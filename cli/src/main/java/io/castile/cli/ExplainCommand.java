package io.castile.cli;

import io.castile.codec.Codecs;
import io.castile.codec.Explanation;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description =
        "Says how Castile writes and reads a class with Jakarta XML Binding annotations and all"
            + " that it refers to, and what is left to the reference implementation, and why.")
final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CLASS", description = "The full name of the class.")
  private String className;

  @Mixin private ClassPath classPath;

  @Option(names = "--json", description = "Print one JSON object for machines.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    try (URLClassLoader loader = classPath.loader()) {
      List<Explanation> all = explain(loader);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(Json.MAPPER.writeValueAsString(forMachines(all)));
      } else {
        print(all, out);
      }
      out.flush();
      return 0;
    }
  }

  private List<Explanation> explain(ClassLoader loader) {
    try {
      Class<?> type = Class.forName(className, false, loader);
      return Codecs.forTypes(type).explain(type);
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw ClassPath.missing(spec.commandLine(), e);
    }
  }

  private static Map<String, Object> forMachines(List<Explanation> all) {
    List<Map<String, Object>> classes = new ArrayList<>();
    for (Explanation each : all) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("class", each.type().getName());
      row.put("planned", each.planned());
      row.put("reason", each.reason());
      row.put("properties", each.properties());
      classes.add(row);
    }
    return Map.of("classes", classes);
  }

  private static void print(List<Explanation> all, PrintWriter out) {
    long fallbacks = all.stream().filter(each -> !each.planned()).count();
    for (Explanation each : all) {
      out.println(
          each.type().getName()
              + (each.planned() ? "" : ": reference implementation (" + each.reason() + ")"));
      each.properties().forEach(property -> out.println("  " + property));
    }
    out.println();
    out.printf(
        "%d classes: %d by Castile's codecs, %d by the reference implementation.%n",
        all.size(), all.size() - fallbacks, fallbacks);
  }
}
