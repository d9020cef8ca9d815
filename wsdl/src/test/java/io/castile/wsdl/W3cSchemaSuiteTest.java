package io.castile.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The W3C's XML Schema test suite: every valid schema is accepted, but for those listed, none makes
 * the reader fail, and the table of docs/reference/wsdl.md says of how many invalid ones it tells.
 * No package registry has the suite, so that the test runs where {@code -Dcastile.xsdts} names its
 * folder.
 */
@Tag("suite")
final class W3cSchemaSuiteTest {
  /** Valid schemas that are refused. */
  private static final Set<String> REFUSED =
      Set.of(
          // A union that is a member of itself: it has no other values for it.
          "ste110",
          // Elements of version 1.1, which a processor of 1.0 passes over by vc:minVersion.
          "vc001.xsd",
          "vc002.xsd",
          "vc024-11.xsd");

  private static final String NO_PLACE = "an error without a place: ";

  /** What the reader does with schemas of a contributor that are valid, or invalid. */
  private static final class Counts {
    private int accepted;
    private int told;
    private int refused;

    private int all() {
      return accepted + told + refused;
    }
  }

  @TempDir private Path folder;

  private final List<String> failures = new ArrayList<>();
  private final Set<String> refusedValid = new TreeSet<>();
  private final Map<String, Counts> valid = new TreeMap<>();
  private final Map<String, Counts> invalid = new TreeMap<>();

  @Test
  void everySchemaIsReadOrRefused() throws Exception {
    String given = System.getProperty("castile.xsdts");
    assumeTrue(
        given != null,
        "-Dcastile.xsdts does not name the folder of the W3C's XML Schema test suite");
    SchemaSuite suite = new SchemaSuite();
    for (SchemaSuite.Case each : suite.cases(Path.of(given))) {
      Path file = Files.writeString(folder.resolve("t.wsdl"), suite.description(each));
      read(each, file);
    }

    assertThat(failures).isEmpty();
    assertThat(refusedValid).isEqualTo(new TreeSet<>(REFUSED));
    assertThat(Files.readString(Path.of("../docs/reference/wsdl.md"))).contains(table());
  }

  private void read(SchemaSuite.Case schema, Path file) {
    Counts counts =
        (schema.isValid() ? valid : invalid)
            .computeIfAbsent(contributor(schema), added -> new Counts());
    try {
      Description description = WsdlReader.create().offline().read(file.toUri());
      show(description);
      if (description.problems().isEmpty()) {
        counts.accepted++;
      } else {
        counts.told++;
      }
    } catch (DocumentException e) {
      counts.refused++;
      if (schema.isValid()) {
        refusedValid.add(schema.name());
      }
      if (e.place().line() == 0 && Files.exists(Path.of(e.place().document()))) {
        failures.add(NO_PLACE + e.getMessage());
      }
    } catch (IOException | RuntimeException | Error e) { // none may escape, whatever it is
      failures.add(schema + ": " + e);
    }
  }

  private static void show(Description description) {
    description.outline().types();
    for (Binding binding : description.bindings()) {
      for (BindingOperation operation : binding.operations()) {
        description.outline().signature(operation);
        assertThat(description.values(operation).template()).isNotNull();
      }
    }
  }

  /** The first word of those who gave the schema to the suite. */
  private static String contributor(SchemaSuite.Case schema) {
    return schema.contributor().contains("Boeing") ? "Boeing" : schema.contributor();
  }

  private String table() {
    StringBuilder table = new StringBuilder();
    Set<String> contributors = new TreeSet<>(valid.keySet());
    contributors.addAll(invalid.keySet());
    Counts allValid = new Counts();
    Counts allInvalid = new Counts();
    for (String each : contributors) {
      Counts ofValid = valid.getOrDefault(each, new Counts());
      Counts ofInvalid = invalid.getOrDefault(each, new Counts());
      table.append(row(each, ofValid, ofInvalid));
      add(allValid, ofValid);
      add(allInvalid, ofInvalid);
    }
    return table.append(row("all", allValid, allInvalid)).toString();
  }

  private static void add(Counts sum, Counts more) {
    sum.accepted += more.accepted;
    sum.told += more.told;
    sum.refused += more.refused;
  }

  private static String row(String name, Counts valid, Counts invalid) {
    return "| %s | %d | %d | %d | %d | %d | %d |\n"
        .formatted(
            name,
            valid.all(),
            valid.accepted + valid.told,
            invalid.all(),
            invalid.refused,
            invalid.told,
            invalid.accepted);
  }
}
