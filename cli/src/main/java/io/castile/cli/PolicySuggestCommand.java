package io.castile.cli;

import io.castile.cli.Cacheability.Guess;
import io.castile.cli.Cacheability.Kind;
import io.castile.wsdl.Description;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code castile policy suggest}. */
@Command(
    name = "suggest",
    description =
        "Prints a policy for the operations that a WSDL describes: those that seem to read only are"
            + " cached, each with the reason; those of which that is uncertain stand in comments; what"
            + " changes something is not cached. Comments have the types of each operation, and the"
            + " first sentence of its documentation. For a person to look over. Exit code 0: printed; 1:"
            + " the WSDL cannot be read; 2: there is no such file.")
final class PolicySuggestCommand implements Callable<Integer> {
  /** A name that YAML takes for nothing else, and a pattern for no other name. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  @Spec private CommandSpec spec;

  @Mixin private WsdlOptions source;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long answers are good; 10m by default.")
  private String ttl = "10m";

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws Exception {
    Description description = WsdlCommand.read(source, spec);
    WsdlCommand.tellLocation(source, description, spec);
    Map<String, Guess> guesses = Cacheability.of(description);
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(forMachines(guesses), out);
    } else {
      print(description, guesses, out);
    }
    out.flush();
    return 0;
  }

  private static Map<String, Object> forMachines(Map<String, Guess> guesses) {
    List<Map<String, Object>> rows = new ArrayList<>();
    guesses.forEach(
        (name, guess) -> {
          Map<String, Object> row = new LinkedHashMap<>();
          row.put("operation", name);
          row.put("guess", guess.kind().name().toLowerCase(Locale.ROOT));
          row.put("reasons", guess.reasons());
          row.put("signature", guess.signature().expanded().toString());
          row.put("documentation", guess.summary());
          rows.add(row);
        });
    return Map.of("operations", rows);
  }

  private void print(Description description, Map<String, Guess> guesses, PrintWriter out) {
    out.println("# A guess at what may be cached, by names, types and documentation of");
    out.println("# " + line(description.location().toString()));
    out.println(
        "# Look over each rule before it is used: the description does not say what is safe.");
    boolean hasRules = guesses.values().stream().anyMatch(each -> each.kind() != Kind.UNCERTAIN);
    out.println(hasRules ? "rules:" : "rules: []");
    section(guesses, Kind.READS, "seem to read only", out);
    section(guesses, Kind.UNCERTAIN, "may be cached, if you know better", out);
    section(guesses, Kind.CHANGES, "change something", out);
  }

  private void section(Map<String, Guess> guesses, Kind kind, String title, PrintWriter out) {
    if (guesses.values().stream().noneMatch(each -> each.kind() == kind)) {
      return;
    }
    out.println();
    out.println("  # ---- operations that " + title + " ----");
    guesses.forEach(
        (name, guess) -> {
          if (guess.kind() == kind) {
            rule(name, guess, out);
          }
        });
  }

  private void rule(String name, Guess guess, PrintWriter out) {
    out.println();
    out.println("  # " + line(guess.signature().expanded().toString()));
    if (!guess.summary().isEmpty()) {
      out.println("  # \"" + line(guess.summary()) + "\"");
    }
    guess.reasons().forEach(reason -> out.println("  #   " + line(reason)));
    String lead = guess.kind() == Kind.UNCERTAIN ? "  # " : "  ";
    out.println(lead + "- operation: " + quoted(name));
    if (guess.kind() == Kind.CHANGES) {
      out.println(lead + "  cache: false");
    } else {
      out.println(lead + "  cache: true");
      out.println(lead + "  ttl: " + ttl);
    }
  }

  private static String quoted(String name) {
    return PLAIN.matcher(name).matches() ? name : "'" + name.replace("'", "''") + "'";
  }

  /** A text that ends no comment. */
  private static String line(String text) {
    return text.replaceAll("[^\\x20-\\x7E\\u00A0-\\uD7FF\\uE000-\\uFFFD]+", " ");
  }
}
