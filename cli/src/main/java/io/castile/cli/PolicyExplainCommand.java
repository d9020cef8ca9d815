package io.castile.cli;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CachePolicy.Explanation;
import io.castile.cache.policy.PolicyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile policy explain}. */
@Command(
    name = "explain",
    description =
        "Says whether a policy caches the responses of an operation and why, and for each word of"
            + " the policy its value, the rule that decides it, and the rules that it overrules.")
final class PolicyExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The policy, YAML.")
  private Path file;

  @Option(
      names = "--operation",
      paramLabel = "NAME",
      required = true,
      description = "The operation, {namespace}local or local.")
  private String operation;

  @ArgGroup private Place place;

  @Mixin private JsonOption json;

  /** One of the two by which rules choose services. */
  private static final class Place {
    @Option(
        names = "--service",
        paramLabel = "NAME",
        description = "Its service, {namespace}local or local.")
    private String service;

    @Option(names = "--endpoint", paramLabel = "URL", description = "The address of its service.")
    private String endpoint;
  }

  @Override
  public Integer call() throws Exception {
    List<PolicyException> errors;
    Explanation explanation = null;
    try {
      errors = CachePolicy.check(file);
      if (errors.isEmpty()) {
        explanation = CachePolicy.load(file).explain(target());
      }
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), file, e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (explanation == null) {
      if (json.isGiven()) {
        JsonOption.print(PolicyCommand.forMachines(file, errors), out);
      } else {
        PolicyCommand.print(errors, spec.commandLine().getErr());
        spec.commandLine().getErr().flush();
      }
      return 1;
    }
    if (json.isGiven()) {
      JsonOption.print(forMachines(explanation), out);
    } else {
      print(explanation, out);
    }
    out.flush();
    return 0;
  }

  private CachePolicy.Target target() {
    String service = place == null || place.service == null ? "" : place.service;
    String endpoint = place == null || place.endpoint == null ? "" : place.endpoint;
    return new CachePolicy.Target(service, endpoint, operation);
  }

  private static void print(Explanation explanation, PrintWriter out) {
    out.println(explanation.target() + ": " + explanation.reason());
    out.println();
    if (explanation.rules().isEmpty()) {
      out.println("No rule is for it; all words have their defaults:");
    } else {
      out.println("Rules that are for it: " + String.join(", ", explanation.rules()));
    }
    out.println();
    TextTable table = new TextTable(4, "word", "value", "decided by", "overruled");
    for (Explanation.Setting setting : explanation.settings()) {
      table.add(
          setting.word(),
          setting.value().isEmpty() ? "-" : setting.value(),
          setting.from(),
          String.join(", ", setting.overruled()));
    }
    table.print(out);
  }

  private static Map<String, Object> forMachines(Explanation explanation) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("operation", explanation.target().operation());
    result.put("service", explanation.target().service());
    result.put("endpoint", explanation.target().endpoint());
    result.put("cached", explanation.cached());
    result.put("reason", explanation.reason());
    result.put("rules", explanation.rules());
    List<Map<String, Object>> settings = new ArrayList<>();
    for (Explanation.Setting setting : explanation.settings()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("word", setting.word());
      row.put("value", setting.value());
      row.put("decidedBy", setting.from());
      row.put("overruled", setting.overruled());
      settings.add(row);
    }
    result.put("settings", settings);
    return result;
  }
}
