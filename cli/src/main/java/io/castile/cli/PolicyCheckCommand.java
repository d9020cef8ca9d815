package io.castile.cli;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.internal.KnownService;
import io.castile.cache.policy.internal.PolicyNames;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.wsdl.Description;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
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
            + " operations that the policy names and that there are not are wrong, too.")
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

  /**
   * The names in a WSDL that rules of a policy may fit. An operation has the name that clients and
   * servers know it by, and that of the element in its requests, which the gateway knows it by.
   */
  private static final class DescribedNames {
    private DescribedNames() {}

    static List<KnownService> of(Description description) {
      List<KnownService> known = new ArrayList<>();
      for (Service service : Descriptions.services(description)) {
        Set<String> operations = new LinkedHashSet<>();
        for (Port port : service.ports()) {
          add(port.binding(), operations);
        }
        known.add(new KnownService(Set.of(service.name().toString()), operations));
      }
      if (known.isEmpty()) { // a WSDL of bindings alone
        Set<String> operations = new LinkedHashSet<>();
        Descriptions.bindings(description).forEach(binding -> add(binding, operations));
        known.add(new KnownService(Set.of(), operations));
      }
      return known;
    }

    private static void add(Binding binding, Set<String> operations) {
      String namespace = binding.portType().name().getNamespaceURI();
      for (BindingOperation each : binding.operations()) {
        operations.add(new QName(namespace, each.operation().name()).toString());
        MessageBinding input = each.input();
        OperationMessage message = each.operation().input();
        if (input != null && input.namespace() != null) { // the wrapper of rpc
          operations.add(new QName(input.namespace(), each.operation().name()).toString());
        }
        if (input != null && message != null) {
          for (Part part : message.message().parts()) {
            if (part.element() != null && input.parts().contains(part.name())) {
              operations.add(part.element().toString());
            }
          }
        }
      }
    }
  }
}
