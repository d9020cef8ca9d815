package io.castile.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlLimitException;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.glassfish.jaxb.runtime.CycleRecoverable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects that contain themselves, in messages that are trees. */
public final class CycleTest {

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Order {
    @XmlAttribute String number;
    List<Line> lines = new ArrayList<>();
    Map<String, Order> related;

    @XmlAnyElement(lax = true)
    Object other;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Line {
    Order order;
    Line previous;
    Line next;
  }

  static final class LongLine extends Line {}

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Employee {
    @XmlAttribute @XmlID String id;
    @XmlIDREF Employee manager;
    List<Employee> staff = new ArrayList<>();
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Team {
    String name;
    Person lead;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Person implements CycleRecoverable {
    @XmlAttribute String name;
    List<Person> friends = new ArrayList<>();

    @Override
    public Object onCycleDetected(Context context) {
      Person known = new Person();
      known.name = "again: " + name;
      return known;
    }
  }

  private static <T> Codec<T> codec(Class<T> type, CodecMode mode) {
    return Codecs.builder().types(type, LongLine.class).mode(mode).build().of(type);
  }

  private static Order order(Line... lines) {
    Order order = new Order();
    order.lines.addAll(List.of(lines));
    return order;
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void theErrorNamesTheWayToTheObjectAndTheObject(CodecMode mode) {
    Order order = order(new Line(), new Line());
    order.lines.get(1).order = order;

    assertThatThrownBy(() -> codec(Order.class, mode).toBytes(order))
        .isInstanceOf(XmlLimitException.class)
        .hasMessageStartingWith(
            "expected objects that contain each other as a tree does, found a cycle:"
                + " Order.lines[1].order is Order again at /");
  }

  @Test
  void theObjectMayBeBeneathTheRootAndOfADerivedClass() {
    Order order = order(new Line());
    order.lines.get(0).next = new LongLine();
    order.lines.get(0).next.next = order.lines.get(0);

    assertThatThrownBy(() -> codec(Order.class, CodecMode.INTERPRETED).toBytes(order))
        .hasMessageContaining(
            "found a cycle: Order.lines[0].next.next is Order.lines[0] again at ");
  }

  @Test
  void mapsAndElementsOfAnyNameLeadToCyclesToo() {
    Order mapped = order();
    mapped.related = new LinkedHashMap<>();
    mapped.related.put("first", order());
    mapped.related.put("second", mapped);
    Order wild = order();
    wild.other = new JAXBElement<>(new QName("again"), Order.class, wild);
    Codec<Order> codec = codec(Order.class, CodecMode.INTERPRETED);

    assertThatThrownBy(() -> codec.toBytes(mapped))
        .hasMessageContaining("found a cycle: Order.related.values[1] is Order again at ");
    assertThatThrownBy(() -> codec.toBytes(wild))
        .hasMessageContaining("found a cycle: Order.other is Order again at ");
  }

  @Test
  void theCycleOfALongListOfTwoWaysIsFoundAtItsFirstItems() {
    Line first = new Line();
    Line last = first;
    for (int i = 0; i < 50_000; i++) {
      last.next = new Line();
      last.next.previous = last;
      last = last.next;
    }
    Order order = order(first);

    assertThatThrownBy(() -> codec(Order.class, CodecMode.INTERPRETED).toBytes(order))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .containsPattern(
                        "found a cycle: Order\\.lines\\[0](\\.next){1,8}\\.previous is")
                    .hasSizeLessThan(1_000));
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void copyingComparingAndHashingEndToo(CodecMode mode) {
    Codec<Order> codec = codec(Order.class, mode);
    Order one = order(new Line());
    one.lines.get(0).order = one;
    Order other = order(new Line());
    other.lines.get(0).order = other;
    String cycle = "found a cycle: Order.lines[0].order is Order again";

    assertThatThrownBy(() -> codec.copy(one))
        .isInstanceOf(XmlLimitException.class)
        .hasMessageContaining(cycle);
    assertThatThrownBy(() -> codec.equal(one, other))
        .isInstanceOf(XmlLimitException.class)
        .hasMessageContaining(cycle);
    assertThatThrownBy(() -> codec.hash(one))
        .isInstanceOf(XmlLimitException.class)
        .hasMessageContaining(cycle);
  }

  @Test
  void aLongChainThatEndsIsNoCycle() {
    Line last = null;
    for (int i = 0; i < 50_000; i++) {
      Line line = new Line();
      line.next = last;
      last = line;
    }
    Order order = order(last);

    assertThatThrownBy(() -> codec(Order.class, CodecMode.INTERPRETED).toBytes(order))
        .isInstanceOf(XmlLimitException.class)
        .hasMessageContaining("nested")
        .hasMessageNotContaining("found");
  }

  @Test
  void anObjectInTwoPlacesIsNoCycle() {
    Line shared = new Line();
    Codec<Order> codec = codec(Order.class, CodecMode.INTERPRETED);

    Order read = codec.fromBytes(codec.toBytes(order(shared, shared)));

    assertThat(read.lines).hasSize(2);
    assertThat(read.lines.get(0)).isNotSameAs(read.lines.get(1));
  }

  /** What is referred to by its identifier is not contained. */
  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void referencesByIdentifierAreNoCycles(CodecMode mode) {
    Employee head = new Employee();
    head.id = "head";
    Employee member = new Employee();
    member.id = "member";
    member.manager = head;
    head.staff.add(member);
    Codec<Employee> codec = codec(Employee.class, mode);

    Employee read = codec.fromBytes(codec.toBytes(head));

    assertThat(read.staff.get(0).manager).isSameAs(read);
  }

  /** Held against the reference implementation, whose interface it is. */
  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void cycleRecoverableSaysWhatIsWritten(CodecMode mode) throws Exception {
    Team team = new Team();
    team.name = "two";
    team.lead = new Person();
    team.lead.name = "Ada";
    Person friend = new Person();
    friend.name = "Grace";
    friend.friends.add(team.lead);
    team.lead.friends.add(friend);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    JAXBContext.newInstance(Team.class).createMarshaller().marshal(team, expected);
    Codec<Team> codec = codec(Team.class, mode);

    byte[] written = codec.toBytes(team);

    assertThat(Infosets.of(new String(written, UTF_8)))
        .isEqualTo(Infosets.of(expected.toString(UTF_8)));
    Person again = codec.fromBytes(written).lead.friends.get(0).friends.get(0);
    assertThat(again.name).isEqualTo("again: Ada");
  }
}
