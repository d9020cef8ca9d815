package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Elements and attributes of which nothing is made. */
class PassedOverTest {
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Base {
    @XmlAttribute String id;
    String name;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "order")
  static class Order extends Base {
    int count;

    @XmlElementWrapper
    @XmlElement(name = "item")
    List<Base> items;

    Map<String, String> tags;
    String[] lines;
    double price;
    double[] prices;
    Weight weight;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Weight {
    @XmlAttribute String unit;
    @XmlValue double value;
  }

  private static Codec<Order> codec(CodecMode mode, boolean strict) {
    return Codecs.builder().types(Order.class).mode(mode).strict(strict).build().of(Order.class);
  }

  private static byte[] order(String content) {
    return ("<order xmlns:f='urn:f'>" + content + "</order>").getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void everythingThatIsPassedOverIsTold(CodecMode mode) {
    byte[] document =
        order(
            "<Name/><f:count>3</f:count><count>3</count><items><f:item/><item ID='7'><more/>"
                + "</item></items><tags><entry><key>k</key><val/></entry><other/></tags>"
                + "<name unit='m'>x<b>y</b></name><lines f:no='1'>z</lines>");
    List<String> told = new ArrayList<>();
    XmlReader in =
        XmlInternals.withPassedOver(
            new XmlReader().reset(document, 0, document.length), into(told));
    while (in.event() != XmlReader.START_ELEMENT) {
      in.next();
    }

    Order order = codec(mode, false).read(in);

    assertThat(order.count).isEqualTo(3);
    assertThat(told)
        .containsExactly(
            "/order/Name name",
            "/order/count count",
            "/order/items/item item",
            "@ID id",
            "/order/items/item/more null",
            "/order/tags/entry/val null",
            "/order/tags/other null",
            "@unit null",
            "/order/name/b null",
            "@{urn:f}no null");
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void attributesOfWrappersAndTextsBetweenElementsAreTold(CodecMode mode) {
    String content =
        "a<count>3</count> \n b &#38; <!-- c --> d <items x='1' xmlns:xsi="
            + "'http://www.w3.org/2001/XMLSchema-instance' xsi:type='any'>e<item/> &#32; <item/>f"
            + "</items><tags y='2'><entry z='3'><key>k</key>g</entry></tags>"
            + "t".repeat(1000);
    byte[] document = order(content);
    List<String> told = new ArrayList<>();
    XmlReader in =
        XmlInternals.withPassedOver(
            new XmlReader().reset(document, 0, document.length), into(told));
    while (in.event() != XmlReader.START_ELEMENT) {
      in.next();
    }

    Order order = codec(mode, false).read(in);

    assertThat(order.items).hasSize(2);
    assertThat(told.stream().map(each -> each.replaceAll(" at \\d+$", "")))
        .containsExactly(
            "'a' in /order",
            "'b &' in /order",
            "'d' in /order",
            "@x null",
            "'e' in /order/items",
            "'f' in /order/items",
            "@y null",
            "@z null",
            "'g' in /order/tags/entry",
            "'" + "t".repeat(100) + "' in /order");
    assertThat(told.get(0)).endsWith(" at " + new String(document).indexOf("a<count>"));
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whiteSpaceIsNoText(CodecMode mode) {
    byte[] document =
        order("\n <count>3</count> <!-- --> <items> <item> </item>\t<item/> </items>&#10;");

    assertThat(codec(mode, true).fromBytes(document).items).hasSize(2);
  }

  private static PassedOver into(List<String> told) {
    return new PassedOver() {
      @Override
      public void element(XmlReader in, Collection<XmlName> known) {
        told.add(in.path() + " " + PassedOver.likely(in.name(), known));
      }

      @Override
      public void text(String text, String path, long offset) {
        told.add("'" + text + "' in " + path + " at " + offset);
      }

      @Override
      public void attribute(XmlReader in, int index, Collection<XmlName> known) {
        XmlName name = in.attributeName(index);
        told.add("@" + name + " " + PassedOver.likely(name, known));
      }
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<Name/>|expected element name, found element Name at /order/Name",
        "<f:count>3</f:count>|expected element count, found element {urn:f}count",
        "<items><itm/></items>|expected no other element than item, found element itm",
        "<items><item ID='7'/></items>|expected attribute id, found attribute ID",
        "<tags><entry><val/></entry></tags>|expected no other element than key, value, found",
        "<name>x<b/></name>|expected no other element, found element b",
        "<name unit='m'>x</name>|expected no other attribute, found attribute unit at /order/name",
        "<count unit='m'>1</count>|expected no other attribute, found attribute unit",
        "<lines unit='m'>1</lines>|expected no other attribute, found attribute unit",
        "<price unit='m'>1.25</price>|expected no other attribute, found attribute unit",
        "<price unit='m'>1.25 </price>|expected no other attribute, found attribute unit",
        "<prices unit='m'>1</prices>|expected no other attribute, found attribute unit",
        "<items n='1'><item/></items>|expected no other attribute, found attribute n at /order/items",
        "<tags n='1'/>|expected no other attribute, found attribute n at /order/tags",
        "<tags><entry n='1'/></tags>|expected no other attribute, found attribute n at /order/tags",
        "some|expected no text between elements, found 'some' at /order",
        "<count>1</count> &amp; <![CDATA[<]]>|expected no text between elements, found '& <'",
        "<items>x<item/></items>|expected no text between elements, found 'x' at /order/items",
        "<items><item/>y</items>|expected no text between elements, found 'y' at /order/items",
        "<tags><entry>z<key>k</key></entry></tags>|found 'z' at /order/tags/entry",
        "<weight unit='kg' Unit='g'>1</weight>|expected attribute unit, found attribute Unit"
      })
  void strictCodecsRefuse(String content, String message) {
    for (CodecMode mode : CodecMode.values()) {
      XmlDataException refusal =
          catchThrowableOfType(
              XmlDataException.class, () -> codec(mode, true).fromBytes(order(content)));

      assertThat(refusal).as(mode.name()).hasMessageContaining(message);
      assertThat(codec(mode, false).fromBytes(order(content))).isNotNull();
    }
  }

  @Test
  void strictCodecsTakeWhatTheyKnow() {
    byte[] document =
        ("<order id='1' xml:lang='en' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                + " xsi:schemaLocation='a b'><name>x</name><count>1</count><items><item id='2'/>"
                + "</items><lines xml:lang='en' xsi:type='a'>a</lines><price>1.5</price>"
                + "<weight unit='kg'>2.5</weight></order>")
            .getBytes(StandardCharsets.UTF_8);
    for (CodecMode mode : CodecMode.values()) {
      assertThat(codec(mode, true).fromBytes(document).items).hasSize(1);
    }
  }
}
