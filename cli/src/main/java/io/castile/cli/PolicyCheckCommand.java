package io.castile.cli;

import io.castile.cache.CachePolicy;
import io.castile.cache.PolicyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile policy check}. */
@Command(
    name = "check",
    description =
        "Says what is wrong with a policy file, with lines and columns. Exit code 0: nothing; 1:"
            + " something; 2: the file cannot be read.")
final class PolicyCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The policy, YAML.")
  private Path file;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws Exception {
    List<PolicyException> errors = errors();
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(PolicyCommand.forMachines(file, errors), out);
    } else if (errors.isEmpty()) {
      out.println(file + ": no errors");
    } else {
      PolicyCommand.print(errors, out);
    }
    out.flush();
    return errors.isEmpty() ? 0 : 1;
  }

  private List<PolicyException> errors() {
    try {
      return CachePolicy.check(file);
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), file, e);
    }
  }
}
