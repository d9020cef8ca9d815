package io.castile.cli;

import io.castile.wsdl.Description;
import io.castile.wsdl.diff.Change;
import io.castile.wsdl.diff.Change.Direction;
import io.castile.wsdl.diff.Change.Impact;
import io.castile.wsdl.diff.DescriptionDiff;
import io.castile.wsdl.internal.Descriptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile wsdl diff}. */
@Command(
    name = "diff",
    description =
        "Says what changed between two WSDLs, and which changes break clients of the first: in"
            + " requests, in responses, or in both. Exit code 0: nothing breaks; 1: something does;"
            + " 2: one of them cannot be read, or not as whole as the other, the first has no binding"
            + " of SOAP, or the arguments are wrong.")
final class WsdlDiffCommand implements Callable<Integer> {
  /** Operations of a type that are named; of more the number is said. */
  private static final int MAX_NAMED = 5;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "BEFORE",
      description =
          "The WSDL that clients were made from: a file, a URL, or an entry of an archive.")
  private String before = "";

  @Parameters(index = "1", paramLabel = "AFTER", description = "The WSDL that comes in its place.")
  private String after = "";

  @Mixin private WsdlReadOptions reading;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    List<Change> changes;
    boolean isWhole;
    try {
      Description one = read(before);
      Description other = read(after);
      if (Descriptions.bindings(one).stream().noneMatch(each -> each.protocol().isSoap())) {
        return fail("expected a binding of SOAP in " + before + ", found none");
      }
      changes = DescriptionDiff.of(one, other);
      WsdlCommand.tellProblems(one, spec);
      WsdlCommand.tellProblems(other, spec);
      isWhole = problems(one).equals(problems(other));
    } catch (IOException | UncheckedIOException e) {
      return fail(Failures.message(e));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(forMachines(changes), out);
    } else {
      print(changes, out);
    }
    if (count(changes, Impact.BREAKING) > 0) {
      return 1;
    }
    return isWhole ? 0 : fail("one description has problems that the other has not");
  }

  private int fail(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("castile: " + message);
    err.flush();
    return 2;
  }

  /** Returns the problems of a description, wherever they are in it. */
  private static Set<String> problems(Description description) {
    Set<String> problems = new HashSet<>();
    description.problems().forEach(each -> problems.add(each.message() + "; " + each.advice()));
    return problems;
  }

  private Description read(String location) throws IOException {
    WsdlOptions source = WsdlOptions.of(location, reading);
    Description description = WsdlCommand.read(source, spec);
    WsdlCommand.tellLocation(source, description, spec);
    return description;
  }

  private static long count(List<Change> changes, Impact impact) {
    return changes.stream().filter(each -> each.impact() == impact).count();
  }

  private static String word(Impact impact) {
    return impact.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static void print(List<Change> changes, PrintWriter out) {
    for (Change each : changes) {
      out.printf("%-10s  %s: %s%n", word(each.impact()), place(each), each.text());
    }
    if (changes.isEmpty()) {
      out.println("no difference");
    } else {
      out.printf(
          "%d breaking, %d that may break, %d compatible%n",
          count(changes, Impact.BREAKING),
          count(changes, Impact.MAY_BREAK),
          count(changes, Impact.COMPATIBLE));
    }
    out.flush();
  }

  private static String place(Change change) {
    if (change.direction() == Direction.CALL) {
      return change.place();
    }
    String direction = change.direction() == Direction.REQUEST ? "request" : "response";
    List<String> operations = change.operations();
    if (change.place().startsWith("operation ")) {
      return change.place() + ", " + direction;
    }
    return change.place()
        + " (in "
        + direction
        + "s of "
        + (operations.size() > MAX_NAMED
            ? operations.size() + " operations"
            : String.join(", ", operations))
        + ")";
  }

  private Map<String, Object> forMachines(List<Change> changes) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("before", before);
    document.put("after", after);
    for (Impact each : Impact.values()) {
      document.put(key(each), count(changes, each));
    }
    document.put("changes", changes.stream().map(WsdlDiffCommand::row).toList());
    return document;
  }

  private static String key(Impact impact) {
    return impact == Impact.MAY_BREAK ? "mayBreak" : impact.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> row(Change change) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("impact", key(change.impact()));
    row.put("direction", change.direction().name().toLowerCase(Locale.ROOT));
    row.put("place", change.place());
    row.put("change", change.text());
    row.put("operations", change.operations());
    return row;
  }
}
