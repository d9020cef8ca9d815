package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.interop.cxf.InterfaceCalls.Operation;
import io.castile.interop.peers.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * All interfaces that CXF tests itself with and publishes, called with random values: with codecs
 * in place of Jakarta XML Binding, services are given the same and clients get the same.
 */
@Tag("long")
final class PublishedInterfacesTest {
  private static final String BEGIN =
      "<!-- The interfaces, as PublishedInterfacesTest has them. -->\n\n";
  private static final String END = "\n<!-- The end of the interfaces. -->\n";

  /** Has images, which do not keep their bytes, and a source. */
  private static final Set<String> EXCLUDED = Set.of("echoAllAttachmentTypes");

  private final List<Operation> operations = new ArrayList<>();

  @TestFactory
  Stream<DynamicTest> callsComeToTheSame() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    PublishedInterfaces published = PublishedInterfaces.find();
    for (Class<?> sei : published.interfaces()) {
      InterfaceCalls<?> calls = InterfaceCalls.recorded(sei, published.description(sei));
      tests.add(DynamicTest.dynamicTest(sei.getName(), () -> check(calls)));
    }
    assertThat(tests).hasSizeGreaterThan(50);
    tests.add(DynamicTest.dynamicTest("the table of the page", this::checkTable));
    return tests.stream();
  }

  private void check(InterfaceCalls<?> calls) throws Exception {
    List<Operation> found = calls.check(EXCLUDED);
    operations.addAll(found);

    assertThat(found).isNotEmpty();
    assertThat(found).allSatisfy(operation -> assertThat(operation.differences()).isEmpty());
    assertThat(found).allSatisfy(operation -> assertThat(operation.refused()).isNull());
    assertThat(calls.descriptions()).hasSizeLessThanOrEqualTo(1);
  }

  private void checkTable() throws Exception {
    Path page = Programs.module().resolveSibling("docs/reference/cxf-codecs.md");
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    assertThat(begin).as("where the table begins in " + page).isNotNegative();
    assertThat(end).as("where the table ends in " + page).isGreaterThan(begin);
    assertThat(text.substring(begin + BEGIN.length(), end))
        .as("the table in " + page + "; it has to be\n" + table())
        .isEqualTo(table());
  }

  /** The table in Markdown. */
  private String table() {
    Map<String, List<Operation>> byForm = new TreeMap<>();
    operations.forEach(
        each -> byForm.computeIfAbsent(each.messages(), form -> new ArrayList<>()).add(each));
    StringBuilder out = new StringBuilder();
    out.append(
        "| messages | operations | calls compared | by codecs alone, of those with codecs at both ends |\n");
    out.append("| --- | ---: | ---: | ---: |\n");
    byForm.forEach((form, rows) -> out.append(row(form, rows)));
    return out.append(row("all", operations)).toString();
  }

  private static String row(String form, List<Operation> rows) {
    int calls = rows.stream().mapToInt(Operation::calls).sum();
    int alone = rows.stream().mapToInt(Operation::alone).sum();
    int both = calls / Ends.WITH_CODECS.size();
    return "| "
        + form
        + " | "
        + rows.size()
        + " | "
        + calls
        + " | "
        + alone
        + " of "
        + both
        + " |\n";
  }
}
