package io.castile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The claims are what the page of benchmarks says, no more and no less; the README has some. */
final class ClaimTest {
  /** A number that may have a point, and spaces between thousands. */
  private static final Pattern FIGURE = Pattern.compile("\\d+(?: \\d{3})*(?:\\.\\d+)?");

  private static final Pattern TIMES = Pattern.compile("([\\d.]+)×");

  /** From the heading of the claims to the next. */
  private static List<String> measured() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("..", "..", "docs", "benchmarks.md"));
    int first = lines.indexOf("## The claims");
    assertThat(first).isPositive();
    List<String> section = lines.subList(first + 1, lines.size());
    int end = 0;
    while (!section.get(end).startsWith("## ")) {
      end++;
    }
    return section.subList(0, end);
  }

  @Test
  void everyClaimStandsOnThePageWithItsFigures() throws Exception {
    List<String> lines = measured();
    assertThat(Claim.all()).hasSizeGreaterThan(40);
    for (Claim claim : Claim.all()) {
      assertThat(lines).contains(claim.text());
      for (String figure : claim.published().split("/")) {
        assertThat(claim.text())
            .containsPattern("(?<![\\d.])" + Pattern.quote(figure) + "(?![\\d.]*\\d)");
      }
    }
  }

  @Test
  void everyTimesOfThePageIsAClaim() throws Exception {
    List<String> found = new ArrayList<>();
    for (String line : measured()) {
      Matcher times = TIMES.matcher(line);
      while (times.find()) {
        found.add(line + " " + times.group(1));
      }
    }
    List<String> claimed =
        Claim.all().stream()
            .filter(claim -> claim.text().contains(claim.published() + "×"))
            .map(claim -> claim.text() + " " + claim.published())
            .toList();

    assertThat(claimed).containsExactlyInAnyOrderElementsOf(found);
  }

  @Test
  void theReadmeHasNoFigureThatIsNoClaim() throws Exception {
    List<String> figures = new ArrayList<>();
    for (String line : measured()) {
      FIGURE.matcher(line).results().forEach(each -> figures.add(each.group()));
    }
    List<String> readme =
        Files.readAllLines(Path.of("..", "..", "README.md")).stream()
            .takeWhile(line -> !line.startsWith("## "))
            .filter(line -> line.startsWith("| ") || line.startsWith("!["))
            .toList();

    assertThat(readme).hasSizeGreaterThan(5);
    for (String line : readme) {
      assertThat(figures)
          .as(line)
          .containsAll(FIGURE.matcher(line).results().map(MatchResult::group).toList());
    }
    List<String> drawn =
        Files.readAllLines(Path.of("..", "..", "docs", "start", "again.svg")).stream()
            .filter(line -> line.contains(" s</text>"))
            .map(line -> line.replaceAll("<[^>]*>", "").strip())
            .toList();
    assertThat(drawn).hasSize(5);
    assertThat(figures).containsAll(drawn.stream().map(each -> each.split(" ", -1)[0]).toList());
  }

  @Test
  void everyCellOfAClaimIsOne() throws Exception {
    for (Claim claim : Claim.all()) {
      if (claim.source() == Claim.Source.CELLS) {
        for (String key : List.of(claim.subject(), claim.peer())) {
          assertThat(Claim.cell(key).key()).isEqualTo(key.replace('|', '\t'));
        }
      }
    }
  }

  @Test
  void figuresHoldThatAreAtLeastSixTenthsOfWhatIsPublished() {
    Claim claim = new Claim(Claim.Source.CALLS, "| x | 10 | 60 |", "60/10", "a @ s", "b @ s");

    assertThat(claim.ratio()).isEqualTo(6);
    assertThat(outcome(claim, 10, 36)).isEqualTo(Verification.Outcome.HOLDS);
    assertThat(outcome(claim, 10, 35)).isEqualTo(Verification.Outcome.FAILS);
    assertThat(Verification.Result.of(claim, List.of()).outcome())
        .isEqualTo(Verification.Outcome.UNKNOWN);
  }

  private static Verification.Outcome outcome(Claim claim, double own, double peer) {
    List<BenchRow> rows =
        List.of(new BenchRow("a", "s", own, "µs", 0), new BenchRow("b", "s", peer, "µs", 0));
    return Verification.Result.of(claim, rows).outcome();
  }

  @Test
  @Tag("long")
  void aRunSaysOfEachClaimWhetherItHolds() throws Exception {
    List<Claim> claims =
        Claim.all().stream()
            .filter(
                claim ->
                    claim.source() == Claim.Source.BYTES
                        || claim.text().startsWith("| complex value of LYE"))
            .toList();
    Timing brief = new Timing(1, 0, 1, 5);

    Verification.Extent extent = new Verification.Extent(brief, brief, brief, brief);
    Verification verification = Verification.run(claims, extent, 2, line -> {});

    assertThat(verification.results()).hasSize(8);
    assertThat(verification.results())
        .noneMatch(result -> result.outcome() == Verification.Outcome.UNKNOWN);
    assertThat(verification.results().stream().filter(result -> result.text().contains("ratings")))
        .allMatch(result -> result.outcome() == Verification.Outcome.HOLDS);
    assertThat(verification.table()).contains(" of 8 claims hold here.");
    assertThat(verification.json()).contains("\"outcome\": \"holds\"");
    assertThat(verification.environment()).containsValue("castile bench verify --forks=2");
    assertThat(verification.results())
        .allSatisfy(result -> assertThat(result.values()).matches("[0-9., ]+ (µs|ns|B)"));
  }
}
