package io.castile.cli;

import io.castile.cli.explain.LinkForm;
import io.castile.codec.Codec.Explanation;
import io.castile.codec.jaxb.Codecs;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile explain}. */
@Command(
    name = "explain",
    description =
        "Says how Castile writes and reads a class with Jakarta XML Binding annotations, or the"
            + " classes of all messages of a service, and all that they refer to. It also says"
            + " what is left to the reference implementation, and why, and which messages go as"
            + " values between two ends with the typed differential link.")
final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CLASS",
      description = "The full name of a bound class, a service interface or a service class.")
  private String className;

  @Mixin private ClassPath classPath;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws Exception {
    try (URLClassLoader loader = classPath.loader()) {
      Class<?> type = classPath.find(className, loader);
      explain(type);
      return 0;
    } catch (LinkageError e) {
      throw classPath.unusable(className, e);
    }
  }

  private void explain(Class<?> type) throws Exception {
    Optional<ServiceModel> service = ServiceModel.find(type);
    Codecs codecs = Codecs.forTypes(type);
    List<Explanation> all = service.isPresent() ? service.get().explain() : codecs.explain(type);
    if (service.isEmpty() && all.isEmpty()) {
      throw new IOException(
          "Cannot explain "
              + type.getName()
              + ", because it has no form in XML. Name a class that Jakarta XML Binding writes with"
              + " elements, or a service.");
    }
    List<LinkForm> messages =
        service.map(LinkForm::of).orElseGet(() -> List.of(LinkForm.of(type, codecs)));
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(forMachines(service, all, messages), out);
    } else {
      service.ifPresent(model -> print(model, out));
      print(all, out);
      printForms(messages, out);
      out.flush();
    }
  }

  private static Map<String, Object> forMachines(
      Optional<ServiceModel> service, List<Explanation> all, List<LinkForm> messages) {
    List<Map<String, Object>> classes = new ArrayList<>();
    for (Explanation each : all) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("class", each.type().getName());
      row.put("planned", each.planned());
      row.put("reason", each.reason());
      row.put("properties", each.properties());
      classes.add(row);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    service.ifPresent(model -> result.put("operations", names(model)));
    result.put("classes", classes);
    result.put("messages", messages.stream().map(LinkForm::forMachines).toList());
    result.put("withoutColumns", LinkForm.reasons(messages));
    return result;
  }

  private static List<String> names(ServiceModel service) {
    return service.operations().stream().map(OperationModel::toString).toList();
  }

  private static void print(ServiceModel service, PrintWriter out) {
    out.println("operations of " + service.type().getName() + ":");
    out.println("  " + String.join(", ", names(service)));
    out.println();
  }

  private static void printForms(List<LinkForm> messages, PrintWriter out) {
    out.println();
    out.println("Between two ends with the typed differential link, messages go as");
    TextTable table = new TextTable(3, "operation", "direction", "form");
    for (LinkForm message : messages) {
      table.add(message.operation(), message.direction(), message.text());
    }
    table.print(out);
    Map<String, String> reasons = LinkForm.reasons(messages);
    if (!reasons.isEmpty()) {
      out.println();
      out.println("Properties without columns:");
      reasons.forEach((property, reason) -> out.println("  " + property + ": " + reason));
    }
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
        "%s: %d by Castile's codecs, %d by the reference implementation.%n",
        all.size() == 1 ? "1 class" : all.size() + " classes", all.size() - fallbacks, fallbacks);
  }
}
