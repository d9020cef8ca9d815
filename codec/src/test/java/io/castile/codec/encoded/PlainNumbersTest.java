package io.castile.codec.encoded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.value.WrapperPart;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays of numbers without objects, and what else may stand among the numbers. */
class PlainNumbersTest {
  private static final String BODY =
      "<b xmlns:soapenc='http://schemas.xmlsoap.org/soap/encoding/'"
          + " xmlns:xsd='http://www.w3.org/2001/XMLSchema'"
          + " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>";

  private static EncodedMessage message(Class<?> type) {
    return new EncodedCodecs(BeanCodecs.forTypes(), List::of, "urn:t")
        .message(
            new QName("urn:t", "op"), List.of(new WrapperPart(new QName("arg0"), type)), false);
  }

  private static Object read(Class<?> type, String size, String items, String behind) {
    String text =
        "%s<op><arg0 soapenc:arrayType='xsd:int[%s]'>%s</arg0></op>%s</b>"
            .formatted(BODY, size, items, behind);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);
    in.nextChild(null);
    return message(type).read(in)[0];
  }

  private static int[] ints(String size, String items, String behind) {
    return (int[]) read(int[].class, size, items, behind);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 1000})
  void numbersOfAnyCountAreReadAsTheyWereWritten(int count) {
    for (Object numbers :
        List.of(
            IntStream.range(0, count).map(i -> i * 37 - 5).toArray(),
            IntStream.range(0, count).mapToDouble(i -> i / 3.0 - 5).toArray(),
            IntStream.range(0, count).mapToLong(i -> i * 37L << 32).toArray())) {
      EncodedMessage codec = message(numbers.getClass());
      XmlWriter out = new XmlWriter();
      Object[] values = {numbers};
      codec.write(values, EncodingRules.SOAP_1_2, out);

      Object[] read = codec.fromBytes(out.toByteArray());

      assertThat(codec.equal(values, read)).isTrue();
    }
  }

  @Test
  void aNumberMayStandElsewhere() {
    assertThat(
            ints(
                "4",
                "<i>1</i><i href='#x'/><i>3</i><i xsi:type='xsd:int'>4</i>",
                "<m id='x' xsi:type='xsd:int'>2</m>"))
        .containsExactly(1, 2, 3, 4);
  }

  @Test
  void aNumberMayBeReferredTo() {
    assertThat(ints("3", "<i>1</i><i id='x'>2</i><i href='#x'/>", "")).containsExactly(1, 2, 2);
  }

  @Test
  void nilIsZero() {
    assertThat(ints("3", "<i>1</i><i xsi:nil='true'/><i>3</i>", "")).containsExactly(1, 0, 3);
  }

  @Test
  void numbersMaySayTheirPlaces() {
    assertThat(ints("5", "<i>1</i><i soapenc:position='[3]'>4</i><i>5</i>", ""))
        .containsExactly(1, 0, 0, 4, 5);
  }

  @Test
  void whatIsMissingAtTheEndIsZero() {
    assertThat(ints("3", "<i>1</i>", "")).containsExactly(1, 0, 0);
    assertThat(ints("", "<i>1</i><i>2</i>", "")).containsExactly(1, 2);
  }

  @Test
  void everySimpleTypeAndAnyNameWillDo() {
    assertThat(ints("", "<i xsi:type='xsd:string'>1</i><j xsi:type='xsd:short'>2</j>", ""))
        .containsExactly(1, 2);
    assertThat((double[]) read(double[].class, "", "<i>1</i><i> INF </i><i>-0.5e1</i>", ""))
        .containsExactly(1, Double.POSITIVE_INFINITY, -5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | <i>1</i><i>2</i><i>3</i> | at most 2 items",
        "2 | <i>1</i><i>x</i> | xs:int",
        "2 | <i>1</i><i xsi:type='soapenc:Array'/> | int",
        "2 | <i>1</i><i href='#nothing'/> | nothing"
      })
  void whatDoesNotFitIsRefused(String size, String items, String expected) {
    assertThatThrownBy(() -> ints(size, items, ""))
        .isInstanceOf(XmlDataException.class)
        .hasMessageContaining(expected);
  }
}
