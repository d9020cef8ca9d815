package io.castile.cli;

import io.castile.cache.policy.PolicyException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code castile policy}. */
@Command(
    name = "policy",
    description = "Checks, explains, suggests and publishes policies of the response cache.",
    subcommands = {
      PolicyCheckCommand.class,
      PolicyExplainCommand.class,
      PolicySuggestCommand.class,
      PolicyPublishCommand.class
    })
final class PolicyCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "castile: Cannot run 'policy' alone. Add 'check', 'explain', 'suggest' or 'publish'.");
  }

  /** Each error on a line that begins with its place, as compilers write them. */
  static void print(List<PolicyException> errors, PrintWriter out) {
    errors.forEach(error -> out.println(error.getMessage()));
  }

  /** What was found in a policy file, for machines. */
  static Map<String, Object> forMachines(Path file, List<PolicyException> errors) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (PolicyException error : errors) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("file", error.source());
      row.put("line", error.line());
      row.put("column", error.column());
      row.put("problem", error.problem());
      rows.add(row);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("file", file.toString());
    result.put("valid", errors.isEmpty());
    result.put("errors", rows);
    return result;
  }
}
