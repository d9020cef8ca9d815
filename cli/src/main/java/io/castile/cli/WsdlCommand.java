package io.castile.cli;

import io.castile.wsdl.Description;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Locations;
import io.castile.wsdl.model.Problem;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile wsdl}. */
@Command(
    name = "wsdl",
    description =
        "Says what a WSDL describes: services, ports, operations, types, and what is wrong with it."
            + " Exit code 0: all that was asked for is printed; 1: it cannot be read, or something"
            + " in it is left out, which is an error; 2: there is no such file or operation.",
    subcommands = WsdlDiffCommand.class)
final class WsdlCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1", // none where a command follows
      paramLabel = "FILE|URL",
      description = "The WSDL: a file, a URL, or an entry of an archive (jar:file:/a.jar!/a.wsdl).")
  private @Nullable String location;

  @Mixin private WsdlReadOptions reading;

  @Option(
      names = "--operation",
      paramLabel = "NAME",
      description = "Print the messages of this operation as trees, and nothing else.")
  private @Nullable String operation;

  @Option(names = "--types", description = "Print all types that schemas define, too.")
  private boolean types;

  @Option(
      names = "--operations",
      description = "Print the names of operations, one on a line, and nothing else.")
  private boolean operations;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws Exception {
    if (location == null) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected FILE|URL, or the command diff, found nothing");
    }
    WsdlOptions source = WsdlOptions.of(location, reading);
    Description description = read(source, operations, spec); // whose schemas are not needed
    if (operation != null && !WsdlText.hasOperation(description, operation)) {
      tellErrors(description, spec); // one of which may have left it out
      throw new ParameterException(
          spec.commandLine(),
          "castile: expected an operation of a binding, found "
              + operation
              + "; there are "
              + String.join(", ", WsdlText.operationNames(description)));
    }
    if (operations || operation != null) { // problems are not printed
      tellLocation(source, description, spec);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(
          operations
              ? WsdlText.operationNames(description)
              : new WsdlJson(description).all(operation, types),
          out);
    } else if (operations) {
      WsdlText.operationNames(description).forEach(out::println);
    } else {
      WsdlText text = new WsdlText(description, out);
      if (operation == null) {
        text.services();
        if (types) {
          text.types();
        }
        text.problems();
      } else {
        text.operation(operation);
      }
      out.flush();
    }
    if (operation != null) {
      return 0; // which is there, whatever else is not
    }
    if (operations) {
      tellErrors(description, spec);
    }
    return exitCode(description.problems(), spec);
  }

  private static List<Problem> errors(List<Problem> problems) {
    return problems.stream().filter(each -> each.severity() == Problem.Severity.ERROR).toList();
  }

  /** Says on standard error what is left out of a description, and why. */
  static void tellErrors(Description description, CommandSpec spec) {
    PrintWriter err = spec.commandLine().getErr();
    errors(description.problems()).forEach(each -> err.println(line(each)));
    err.flush();
  }

  /** Says on standard error what is wrong with a description, warnings too. */
  static void tellProblems(Description description, CommandSpec spec) {
    PrintWriter err = spec.commandLine().getErr();
    description.problems().forEach(each -> err.println(line(each)));
    err.flush();
  }

  /** Returns 1 where something of a description is left out, and says so; else 0. */
  static int exitCode(List<Problem> problems, CommandSpec spec) {
    int count = errors(problems).size();
    if (count == 0) {
      return 0;
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "castile: "
            + (count == 1 ? "one error" : count + " errors")
            + " in the description, because of which something is left out");
    err.flush();
    return 1;
  }

  /**
   * Reads the description that a command is about.
   *
   * @throws ParameterException if there is none where the arguments say
   */
  static Description read(WsdlOptions source, CommandSpec spec) throws DocumentException {
    return read(source, false, spec);
  }

  /** Reads it with {@code isLazy} as in {@link WsdlOptions#read}. */
  static Description read(WsdlOptions source, boolean isLazy, CommandSpec spec)
      throws DocumentException {
    return read(source, isLazy, false, spec);
  }

  /** Reads it with {@code isLazy} and {@code isToken} as in {@link WsdlOptions#read}. */
  static Description read(WsdlOptions source, boolean isLazy, boolean isToken, CommandSpec spec)
      throws DocumentException {
    try {
      return source.read(isLazy, isToken, spec);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "castile: " + e.getMessage(), e);
    } catch (DocumentException e) {
      if (e.getCause() instanceof NoSuchFileException && source.isAt(e.place())) {
        throw new ParameterException(spec.commandLine(), "castile: " + e.getMessage(), e);
      }
      throw e;
    }
  }

  /** Says on standard error where a description was read, if it was not where it was named. */
  static void tellLocation(WsdlOptions source, Description description, CommandSpec spec) {
    URI named = Locations.withoutUserInfo(source.location());
    if (!named.equals(description.location())) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("castile: no description at " + named + "; read from " + description.location());
      err.flush();
    }
  }

  /** Returns how a problem is said in a line. */
  static String line(Problem problem) {
    return (problem.severity() == Problem.Severity.ERROR ? "error    " : "warning  ") + problem;
  }
}
