package io.castile.cli;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.internal.KnownService;
import io.castile.cache.policy.internal.PolicyNames;
import io.castile.gateway.json.DescribedNames;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.wsdl.Description;
import io.castile.wsdl.document.DocumentException;
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
            + " something; 2: the file cannot be read. With --sei or --wsdl, services and"
            + " operations that the policy names and that there are not are wrong, too; with --wsdl"
            + " also arguments, elements and attributes in 'ignore', 'vary' and 'matching'.")
final class PolicyCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The policy, YAML.")
  private Path file;

  @Option(
      names = "--sei",
      paramLabel = "CLASS",
      description =
          "The full name of a service interface, or of a class that implements one; for all"
              + " services of the policy, where it is given more than once.")
  private List<String> services = List.of();

  @Option(
      names = "--wsdl",
      paramLabel = "FILE|URL",
      description =
          "The WSDL of a service; for all services of the policy, where it is given more than"
              + " once.")
  private List<String> descriptions = List.of();

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
      boolean isCompared = !services.isEmpty() || !descriptions.isEmpty();
      return isCompared && errors.isEmpty() ? unfitNames(CachePolicy.load(file)) : errors;
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), file, e);
    }
  }

  private List<PolicyException> unfitNames(CachePolicy policy) throws IOException {
    try (URLClassLoader loader = classPath.loader()) {
      List<KnownService> known = new ArrayList<>();
      for (String name : services) {
        known.add(KnownService.of(model(name, loader)));
      }
      for (String location : descriptions) {
        known.addAll(DescribedNames.of(description(location)));
      }
      return PolicyNames.unfit(policy, known, true, true);
    }
  }

  private Description description(String location) {
    try {
      return WsdlOptions.of(location).read(false, false, spec);
    } catch (IllegalArgumentException | DocumentException e) {
      throw new ParameterException(spec.commandLine(), "castile: --wsdl: " + e.getMessage(), e);
    }
  }

  private ServiceModel model(String name, ClassLoader loader) {
    try {
      return ServiceModel.find(classPath.find(name, loader))
          .orElseThrow(
              () ->
                  new ParameterException(
                      spec.commandLine(),
                      "castile: Cannot use class "
                          + name
                          + " as a service, because it has no @WebService. Name another one with"
                          + " --sei."));
    } catch (NoClassDefFoundError e) {
      throw classPath.unusable(name, e);
    }
  }
}
