package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlDataException;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

public final class CodecTest {
  private static final QName NAME = new QName("urn:shop", "order");

  @XmlRootElement(name = "order", namespace = "urn:shop")
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Order", namespace = "urn:shop")
  public static class Order {
    @XmlAttribute private String id;
    @XmlAttribute private int version;

    @XmlElement(namespace = "urn:shop")
    private String customer;

    @XmlElement(name = "item", namespace = "urn:shop")
    private List<Item> items;

    @XmlElementWrapper(name = "notes")
    @XmlElement(name = "note")
    private List<String> notes;

    @XmlElement(nillable = true)
    private Integer priority;

    private double[] weights;
    private boolean paid;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Item", namespace = "urn:shop")
  @XmlSeeAlso(GiftItem.class)
  static class Item {
    String sku;
    private double price;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "GiftItem", namespace = "urn:gift")
  static class GiftItem extends Item {
    private String message;
  }

  static Order order() {
    Order order = new Order();
    order.id = "o<1>";
    order.version = 7;
    order.customer = "Zoë & Söhne";
    order.items = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Item item = new Item();
      item.sku = "sku" + i;
      item.price = i * 1.1;
      order.items.add(item);
    }
    GiftItem gift = new GiftItem();
    gift.sku = "g";
    gift.message = "hello";
    order.items.add(gift);
    order.notes = List.of("a", "", "]]>");
    order.weights = new double[] {1, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-7};
    order.paid = true;
    return order;
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void writesWhatTheReferenceImplementationReads(CodecMode mode) throws Exception {
    Codec<Order> codec = Codecs.builder().types(Order.class).mode(mode).build().of(Order.class);
    JAXBContext context = JAXBContext.newInstance(Order.class);

    Order order = order();
    byte[] xml = codec.toBytes(order);

    Object read = context.createUnmarshaller().unmarshal(new java.io.ByteArrayInputStream(xml));
    assertThat(read).usingRecursiveComparison().isEqualTo(order);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void readsWhatTheReferenceImplementationWrites(CodecMode mode) throws Exception {
    Codec<Order> codec = Codecs.builder().types(Order.class).mode(mode).build().of(Order.class);
    JAXBContext context = JAXBContext.newInstance(Order.class);
    Marshaller marshaller = context.createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, true);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    marshaller.marshal(new JAXBElement<>(NAME, Order.class, order()), out);

    Order read = codec.fromBytes(out.toByteArray());

    assertThat(read).usingRecursiveComparison().isEqualTo(order());
    assertThat(codec.equal(read, order())).isTrue();
    Order copy = codec.copy(read);
    assertThat(copy).usingRecursiveComparison().isEqualTo(read);
    assertThat(copy.items).isNotSameAs(read.items);
    assertThat(copy.items.get(0)).isNotSameAs(read.items.get(0));
    copy.items.get(3).sku = "other";
    assertThat(codec.equal(read, copy)).isFalse();
  }

  @Test
  void aTextThatIsNotOfItsTypeSaysWhatWhereExpectedAndFound() {
    Codec<Order> codec = Codecs.forElement(Order.class, NAME);
    byte[] xml =
        "<o:order xmlns:o='urn:shop'><priority>high</priority></o:order>"
            .getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> codec.fromBytes(xml))
        .isInstanceOf(XmlDataException.class)
        .hasMessageContaining("int")
        .hasMessageContaining("high")
        .hasMessageContaining("/order/priority");
  }

  @Test
  void anotherElementIsRefused() {
    Codec<Order> codec = Codecs.forElement(Order.class, NAME);

    assertThatThrownBy(() -> codec.fromBytes("<order/>".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(XmlDataException.class)
        .hasMessageContaining("{urn:shop}order");
  }
}
