package io.castile.cli;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.soap.model.ServiceModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile policy check}. */
@Command(
    name = "check",
    description =
        "Says what is wrong with a policy file, with lines and columns. Exit code 0: nothing; 1:"
            + " something; 2: the file cannot be read. With --sei, operations that the policy names"
            + " and no such service has are wrong, too.")
final class PolicyCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The policy, YAML.")
  private Path file;

  @Option(
      names = "--sei",
      paramLabel = "CLASS",
      description =
          "The full name of a service interface, or of a class that implements one; for all services"
              + " of the policy, where it is given more than once.")
  private List<String> services = List.of();

  @Mixin private ClassPath classPath;

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
      List<PolicyException> errors = CachePolicy.check(file);
      return services.isEmpty() || !errors.isEmpty() ? errors : unfitNames(CachePolicy.load(file));
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), file, e);
    }
  }

  private List<PolicyException> unfitNames(CachePolicy policy) throws IOException {
    try (URLClassLoader loader = classPath.loader()) {
      List<ServiceModel> models = new ArrayList<>();
      for (String name : services) {
        models.add(model(name, loader));
      }
      return policy.unfitNames(models, true);
    }
  }

  private ServiceModel model(String name, ClassLoader loader) {
    try {
      return ServiceModel.find(classPath.find(name, loader))
          .orElseThrow(
              () ->
                  new ParameterException(
                      spec.commandLine(), "castile: class " + name + " is no service (--sei)"));
    } catch (NoClassDefFoundError e) {
      throw classPath.unusable(name, e);
    }
  }
}
