package io.castile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Tables and pages of a report. */
final class ReportTest {
  private static final Figure FIGURE =
      new Figure(
          "Sizes & \"times\"",
          new Figure.Axis("items", true),
          List.of(new Figure.Point(1, "send x[1]"), new Figure.Point(1000, "send x[1000]")),
          List.of("us", "them", "absent"));

  private static final BenchReport REPORT =
      new BenchReport(
          "sendtime",
          Map.of("cpu", "<fast>", "versions", Map.of("A", "1.0")),
          List.of(
              row("us", "send x[1]", 0.125),
              row("us", "send x[1000]", 12.5),
              row("them", "send x[1]", 2),
              row("them", "send x[1000]", Double.NaN),
              new BenchRow("us", "allocate x", 0.25, "B", Double.NaN)),
          List.of("Note <well>."),
          List.of(FIGURE));

  private static BenchRow row(String name, String scenario, double value) {
    return new BenchRow(name, scenario, value, "µs", 0.5);
  }

  @Test
  void aFigureIsATableOfItsOwnAndTheRestIsAnother() {
    assertThat(REPORT.table().replace('\u00a0', ' '))
        .isEqualTo(
            """
            Sizes & "times", µs, by items
                     1  1 000
            us    0.13   12.5
            them  2.00      -

                             us
            allocate x, B  0.25

            Note <well>.
            """);
  }

  @Test
  void tablesForDocumentsAreMarkdown() {
    BenchRow large = row("us", "send x[1]", 1234.5);
    BenchReport report =
        new BenchReport("sendtime", Map.of(), List.of(large), List.of("Note."), List.of(FIGURE));

    assertThat(report.markdown().replace('\u00a0', ' '))
        .isEqualTo(
            """
            **Sizes & "times", µs, by items**

            |  | 1 | 1 000 |
            | --- | --- | --- |
            | us | 1 235 | - |

            - Note.
            """);
  }

  @Test
  void thePageIsWellFormedAndNeedsNothingElse() throws Exception {
    Document page = parse(REPORT.html());

    assertThat(page.getDocumentElement().getTagName()).isEqualTo("html");
    for (String tag : List.of("script", "link", "img", "a")) {
      assertThat(page.getElementsByTagName(tag).getLength()).isZero();
    }
    assertThat(REPORT.html()).doesNotContain("http");
    assertThat(texts(page, "p")).containsExactly("Note <well>.");
    assertThat(texts(page, "dd")).contains("<fast>", "A 1.0");
  }

  @Test
  void everyRowOfTheJsonStandsInATableOfThePage() throws Exception {
    Document page = parse(REPORT.html());

    assertThat(texts(page, "td"))
        .containsExactly(
            "0.13 ±\u00a00.50", "12.5 ±\u00a00.50", "2.00 ±\u00a00.50", "- ±\u00a00.50", "0.25");
    assertThat(REPORT.json()).contains("\"case\": \"send x[1000]\"", "\"case\": \"allocate x\"");
  }

  @Test
  void theFigureDrawsEachValueOnceAtItsPlace() throws Exception {
    Document page = parse(REPORT.html());

    assertThat(page.getElementsByTagName("svg").getLength()).isEqualTo(1);
    NodeList paths = page.getElementsByTagName("path");
    List<String> lines =
        java.util.stream.IntStream.range(0, paths.getLength())
            .mapToObj(i -> (Element) paths.item(i))
            .filter(path -> path.getAttribute("class").equals("line"))
            .map(path -> path.getAttribute("d"))
            .toList();
    // Decades from 0.1 to 100 upwards in 316 units, from 1 to 1 000 to the right in 510.
    assertThat(lines).containsExactly("M70.0 319.8L580.0 109.1", "M70.0 193.0");
    assertThat(texts(page, "title"))
        .contains("us, send x[1000]: 12.5 µs", "them, send x[1]: 2.00 µs");
  }

  @Test
  void aLinearAxisBeginsAtItsFirstPoint() throws Exception {
    Figure linear =
        new Figure(
            "Shares",
            new Figure.Axis("% changed", false),
            List.of(
                new Figure.Point(0, "a"), new Figure.Point(50, "b"), new Figure.Point(100, "c")),
            List.of("us"));
    BenchReport report =
        new BenchReport(
            "x",
            Map.of(),
            List.of(row("us", "a", 1), row("us", "b", 10), row("us", "c", 10)),
            List.of(),
            List.of(linear));

    assertThat(report.html()).contains("d=\"M70.0 330.0L325.0 14.0L580.0 14.0\"");
    parse(report.html());
  }

  @Test
  void aReportWithoutFiguresIsATableOnThePage() throws Exception {
    BenchReport report =
        new BenchReport("codegen", Map.of(), List.of(row("us", "write a", 3)), List.of());

    Document page = parse(report.html());

    assertThat(page.getElementsByTagName("svg").getLength()).isZero();
    assertThat(texts(page, "th")).contains("write a, µs", "us");
  }

  @Test
  void casesWithNamesAreDrawnAsBarsButForThoseInAnotherUnit() throws Exception {
    Figure named =
        Figure.ofNames(
            "Keys",
            List.of(Figure.Point.named("find", "a"), Figure.Point.named("paper, ms", "b")),
            List.of("us", "them"));
    BenchReport report =
        new BenchReport(
            "x",
            Map.of(),
            List.of(
                row("us", "a", 10),
                row("them", "a", 1000),
                new BenchRow("us", "b", 0.001, "ms", Double.NaN)),
            List.of(),
            List.of(named));

    assertThat(report.table())
        .isEqualTo(
            """
            Keys, µs
                  find  paper, ms
            us      10      0.001
            them  1000          -

            """);
    Document page = parse(report.html());
    assertThat(texts(page, "title")).contains("us, a: 10 µs", "them, a: 1000 µs").hasSize(3);
    NodeList bars = page.getElementsByTagName("rect");
    assertThat(bars.getLength()).isEqualTo(3); // one in the legend
    assertThat(((Element) bars.item(1)).getAttribute("width")).isEqualTo("1.0");
    // Two decades over 570 units.
    assertThat(((Element) bars.item(2)).getAttribute("width")).isEqualTo("570.0");
  }

  private static List<String> texts(Document page, String tag) {
    NodeList elements = page.getElementsByTagName(tag);
    return java.util.stream.IntStream.range(0, elements.getLength())
        .mapToObj(i -> elements.item(i).getTextContent())
        .toList();
  }

  private static Document parse(String page) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(page)));
  }
}
