package io.castile.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.interop.peers.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is written about the matrix. */
final class MatrixTableTest {
  private static final String BEGIN = "<!-- The matrix, as MatrixTable has it. -->\n\n";
  private static final String END = "\n<!-- The end of the matrix. -->\n";

  @Test
  void theDocumentHasTheMatrixOfTheCode() throws Exception {
    Path page = Programs.module().resolveSibling("docs/reference/interop.md");
    String text = Files.readString(page);

    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    assertThat(begin).as("where the matrix begins in " + page).isNotNegative();
    assertThat(end).as("where the matrix ends in " + page).isGreaterThan(begin);
    assertThat(text.substring(begin + BEGIN.length(), end))
        .as("the matrix in " + page + "; it has to be\n" + MatrixTable.markdown())
        .isEqualTo(MatrixTable.markdown());
  }

  @Test
  void everyExclusionIsTheReasonOfSomeCell() {
    for (Exclusion exclusion : Exclusion.ALL) {
      assertThat(Cell.all())
          .as(exclusion.toString())
          .anyMatch(cell -> Exclusion.of(cell) == exclusion);
    }
  }
}
