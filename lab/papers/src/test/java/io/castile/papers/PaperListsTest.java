package io.castile.papers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Documents;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperListsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<l><i>1</i><i>2</i></l>                     | <i>1</i>,<i>2</i>",
        "<l><i/><i a='>'/></l>                       | <i/>,<i a='>'/>",
        "<l><i>1</i> <!--<i>--> <i>2</i> </l>        | <i>1</i>, <!--<i>--> <i>2</i>",
        "<l><i><j/><j/></i><i><j/><j/></i></l>       | <i><j/><j/></i>,<i><j/><j/></i>",
        "<l><i><j/><j/></i><k/><i/></l>              | <j/>,<j/>",
        "<l><i/><i/><k/><k/></l>                     | <i/>,<i/>;<k/>,<k/>",
        "<l><m><i/><i/></m><n/><m><i/><i/></m></l>   | <i/>,<i/>;<i/>,<i/>",
        "<l><i/><i/><i>                              | <i/>,<i/>",
        "<l><i>1</i></l>                             | ``",
        "<l><i>1</i><j>1</j><i>1</i></l>             | ``",
        "</l><i/><i/>                                | ``",
      })
  void listsAreElementsWithTheSameNameInARow(String message, String lists) {
    assertThat(texts(message.getBytes(UTF_8))).isEqualTo(lists);
  }

  private static String texts(byte[] message) {
    PaperLists lists = PaperLists.of(message);
    List<String> all = new ArrayList<>();
    for (int list = 0; list < lists.count(); list++) {
      List<String> elements = new ArrayList<>();
      for (int i = 0; i < lists.size(list); i++) {
        int start = lists.start(list, i);
        elements.add(new String(message, start, lists.start(list, i + 1) - start, UTF_8));
      }
      all.add(String.join(",", elements));
    }
    return String.join(";", all);
  }

  @Test
  void aListIsFoundByItsPath() {
    PaperLists lists = PaperLists.of("<l><m><i/><i/></m><n/><m><i/><i/></m></l>".getBytes(UTF_8));
    PaperLists same = PaperLists.of("<l> <m><i/><i>1</i></m></l>".getBytes(UTF_8));
    PaperLists other = PaperLists.of("<l><n><i/><i/></n></l>".getBytes(UTF_8));

    assertThat(lists.find(lists.key(0))).isZero();
    assertThat(lists.find(lists.key(1))).isEqualTo(1);
    assertThat(lists.find(same.key(0))).isZero();
    assertThat(lists.find(other.key(0))).isNegative();
  }

  @Property(tries = 1000)
  void elementsAreInOrderAndHaveBytes(@ForAll long seed) {
    byte[] message = new Documents(seed).document().bytes();
    PaperLists lists = PaperLists.of(message);
    int last = 0;
    for (int list = 0; list < lists.count(); list++) {
      assertThat(lists.size(list)).isGreaterThan(1);
      assertThat(lists.start(list, 0)).isGreaterThanOrEqualTo(last);
      for (int i = 0; i < lists.size(list); i++) {
        assertThat(lists.start(list, i + 1)).isGreaterThan(lists.start(list, i));
      }
      last = lists.end(list);
    }
    assertThat(last).isLessThanOrEqualTo(message.length);
  }
}
