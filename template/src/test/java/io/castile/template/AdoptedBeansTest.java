package io.castile.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.template.tracked.TrackedBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What getters of generated beans do with what a binding has put into fields. */
class AdoptedBeansTest {
  /** A bean as {@code castile generate --tracked} makes it; the fields are the binding's. */
  private static final class Node extends TrackedBean {
    Node next;
    List<Node> nodes;
    List<String> texts;

    Node getNext() {
      adopt(next);
      return next;
    }

    List<Node> getNodes() {
      nodes = trackedList(nodes);
      return nodes;
    }

    List<String> getTexts() {
      texts = trackedItems(texts);
      return texts;
    }

    void touch() {
      changed();
    }
  }

  private final Node node = new Node();

  @Test
  void whatAGetterGaveAwayTellsItsChanges() {
    node.next = new Node();
    node.nodes = new ArrayList<>(List.of(new Node(), new Node()));
    node.texts = new ArrayList<>(List.of("a"));
    List<Runnable> changes =
        List.of(
            () -> node.getNext().touch(),
            () -> node.getNodes().get(1).touch(),
            () -> node.getNodes().remove(0),
            () -> node.getTexts().set(0, "b"));

    for (Runnable change : changes) {
      long before = node.modified();
      change.run();
      assertThat(node.modified()).isGreaterThan(before);
    }
  }

  @Test
  void aListWithNilItemsKeepsThemAndTellsItsChanges() {
    node.nodes = new ArrayList<>(Arrays.asList(new Node(), null));
    long read = node.modified();

    assertThat(node.getNodes()).hasSize(2).isSameAs(node.getNodes()).last().isNull();
    assertThat(node.modified()).isEqualTo(read);
    node.getNodes().get(0).touch();
    long touched = node.modified();
    assertThat(touched).isGreaterThan(read);
    node.getNodes().set(1, new Node());
    assertThat(node.modified()).isGreaterThan(touched);
  }

  @Test
  void gettingIsNoChange() {
    node.next = new Node();
    node.nodes = new ArrayList<>(List.of(new Node()));
    long before = node.modified();

    assertThat(node.getNodes()).isSameAs(node.getNodes());
    assertThat(node.getTexts()).isSameAs(node.getTexts()).isEmpty();
    assertThat(node.getNext()).isNotNull();
    assertThat(node.modified()).isEqualTo(before);
  }

  @Test
  void whatAnotherOneHoldsGoesOnToTellThatOne() {
    Node other = new Node();
    Node shared = new Node();
    node.nodes = new ArrayList<>(List.of(shared));
    other.nodes = new ArrayList<>(List.of(new Node(), shared));
    node.getNodes();
    other.getNodes().remove(0); // which numbers the rest anew
    other.getNodes().clear();
    long before = node.modified();

    shared.touch();

    assertThat(node.modified()).isGreaterThan(before);
  }

  @Test
  void aBeanWithinItselfIsNotHeldByItself() {
    node.next = new Node();
    node.next.next = node;

    assertThat(node.getNext().getNext()).isSameAs(node);
    node.next.touch(); // which would never end
    long before = node.modified();
    node.touch();
    assertThat(node.modified()).isGreaterThan(before);
  }
}
