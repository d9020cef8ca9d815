package io.castile.cache.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which messages are known to have other values in elements of a name. */
class ElementValuesTest {
  private static final String ENVELOPE =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:x='urn:x'"
          + " xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><e:Body>%s</e:Body></e:Envelope>";

  private static byte[] body(String content) {
    byte[] message = ENVELOPE.formatted(content).getBytes(StandardCharsets.UTF_8);
    return MessageKeys.of().body(SoapVersion.SOAP_1_1, message, null);
  }

  @ParameterizedTest
  @CsvSource({
    "7, 8",
    "7, 70",
    "abc, abd",
    "a-1, a-2",
    "2026-01-01, 2026-01-02",
    "550e8400-e29b, 660e8400-e29b",
    "12345678901234567890, 12345678901234567891",
    "urn:x:1, urn:x:2",
    "http://a/b, http://a/c",
    "1.5, 1.50001",
  })
  void otherTextsAreOtherValues(String one, String other) {
    assertThat(ElementValues.mayBeSame(one, other)).isFalse();
    assertThat(ElementValues.mayBeSame(other, one)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "7, 07",
    "+7, 7.0",
    "-0, 0",
    "true, 1",
    "0, false",
    "INF, +INF",
    "1e3, 1000",
    "1E3, 1e03",
    "ab12, AB12",
    "a:b, c:b",
    "P1D, PT24H",
    "2026-01-01T00:00:00Z, 2026-01-01T01:00:00+01:00",
    "2026-01-01T00:00:00, 2026-01-01T00:00:00.000",
    "2026-01-01Z, 2026-01-01+00:00",
    "2026, 2026Z",
    "2026-01, 2026-01Z",
    "10:00:00Z, 11:00:00+01:00",
    "--12-25, --12-25Z",
    "'YWJj ZGVm', YWJjZGVm",
    "'a  b', 'a b'",
  })
  void textsThatMayBeOneValueAreNotToldApart(String one, String other) {
    assertThat(ElementValues.mayBeSame(one, other)).isTrue();
    assertThat(ElementValues.mayBeSame(other, one)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "<set><item>7</item></set>, <get><id>8</id></get>, false",
    "<set><item>7</item></set>, <get><id>7</id></get>, true",
    "<set><item> 7 </item></set>, <get><id><![CDATA[7]]></id></get>, true",
    "<x:set><x:item>7</x:item></x:set>, <get><deep><id>8</id></deep></get>, false",
    "<set><item>7</item><item>9</item></set>, <get><id>8</id><id>9</id></get>, true",
    "<set><item>7</item><item>9</item></set>, <get><id>8</id><id>6</id></get>, false",
    "<set><item>7</item></set>, <get/>, true",
    "<set/>, <get><id>8</id></get>, true",
    "<set><item/></set>, <get><id>8</id></get>, true",
    "<set><item i:nil='true'/></set>, <get><id>8</id></get>, true",
    "<set><item i:type='x:int'>7</item></set>, <get><id>8</id></get>, false",
    "<set><item href='#1'/></set>, <get><id>8</id></get>, true",
    "<set><item unit='a'>7</item></set>, <get><id>8</id></get>, true",
    "<set><item><a>7</a></item></set>, <get><id>8</id></get>, true",
    "<set><other id='7'/><item>7</item></set>, <get><ids>7</ids><id>8</id></get>, false",
  })
  void elementsAreFoundByName(String one, String other, boolean mayShare) {
    assertThat(ElementValues.mayShare(body(one), "item", body(other), "id")).isEqualTo(mayShare);
    assertThat(ElementValues.mayShare(body(other), "id", body(one), "item")).isEqualTo(mayShare);
  }
}
