package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** What the comparison, the copier and the search for shared objects must see. */
final class DeepComparisonTest {

  private static final class Bean {
    String text;
    double number;
    List<Object> list;
    byte[] bytes;
    Bean next;
    JAXBElement<String> element;
  }

  private static Bean bean() {
    Bean bean = new Bean();
    bean.text = "text";
    bean.number = Double.NaN;
    bean.list = new ArrayList<>(List.of("a", 1));
    bean.bytes = new byte[] {1, 2};
    bean.next = new Bean();
    bean.next.next = bean;
    bean.element = new JAXBElement<>(new QName("u", "e"), String.class, "v");
    return bean;
  }

  @Test
  void aCopyIsEqualAndSharesNothing() {
    Bean bean = bean();

    Object copy = Graphs.copy(bean);

    assertThat(DeepComparison.difference(bean, copy)).isNull();
    assertThat(Graphs.shared(bean, copy)).isNull();
  }

  @Test
  void contextsOfABindingAreNotLookedInto() throws Exception {
    JAXBContext one = JAXBContext.newInstance(Bean.class);
    JAXBContext other = JAXBContext.newInstance(Bean.class, ArrayList.class);

    assertThat(DeepComparison.difference(List.of(one), List.of(other))).isNull();
    assertThat(Graphs.shared(List.of(one), new ArrayList<>(List.of(one)))).isNull();
  }

  @Test
  void aSharedListIsFound() {
    Bean bean = bean();
    Bean copy = (Bean) Graphs.copy(bean);

    copy.list = bean.list;

    assertThat(Graphs.shared(bean, copy)).isEqualTo(ArrayList.class);
  }

  @Test
  void absentAndEmptyListsDiffer() {
    Bean bean = bean();
    Bean other = bean();
    bean.list = null;
    other.list = new ArrayList<>();

    assertThat(DeepComparison.difference(bean, other)).contains("$.list");
  }

  @Test
  void theSignOfZeroCounts() {
    Bean bean = bean();
    Bean other = bean();
    bean.number = 0.0;
    other.number = -0.0;

    assertThat(DeepComparison.difference(bean, other)).contains("$.number");
  }

  @Test
  void nilCounts() {
    Bean bean = bean();
    Bean other = bean();
    other.element.setNil(true);

    assertThat(DeepComparison.difference(bean, other)).contains("$.element");
  }

  @Test
  void everyChangeIsFound() {
    for (int seed = 0; seed < 200; seed++) {
      Bean bean = bean();
      Bean changed = (Bean) Graphs.copy(bean);

      assertThat(Graphs.change(changed, new Random(seed))).isTrue();

      assertThat(DeepComparison.difference(bean, changed)).as("seed " + seed).isNotNull();
    }
  }
}
