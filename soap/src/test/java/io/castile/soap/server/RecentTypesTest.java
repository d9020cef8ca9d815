package io.castile.soap.server;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.activation.MimeType;
import jakarta.activation.MimeTypeParseException;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What is remembered of header fields is what would be read from them. */
class RecentTypesTest {
  private record Fields(String contentType, String soapAction) {}

  @Provide
  Arbitrary<List<Fields>> fields() {
    Arbitrary<String> media =
        Arbitraries.of(
            "text/xml",
            "Text/XML ",
            "application/soap+xml",
            "multipart/related",
            "application/json",
            "");
    Arbitrary<String> parameter =
        Arbitraries.of(
            "charset=utf-8",
            " charset=\"utf-16\"",
            "action=\"urn:a\"",
            " action=urn:b",
            "boundary=x",
            "type=\"text/xml\"",
            "charset",
            "=",
            "\"");
    Arbitrary<String> contentType =
        Combinators.combine(media, parameter.list().ofMaxSize(3))
            .as((type, parameters) -> String.join(";", prepended(type, parameters)));
    Arbitrary<String> noise = Arbitraries.strings().ascii().ofMaxLength(600);
    Arbitrary<String> action =
        Arbitraries.of("\"\"", "\"urn:a\"", "urn:b", "", "\"").injectNull(.3);
    return Combinators.combine(
            Arbitraries.frequencyOf(Tuple.of(8, contentType), Tuple.of(1, noise)).injectNull(.05),
            action)
        .as(Fields::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(300);
  }

  private static List<String> prepended(String first, List<String> rest) {
    return Stream.concat(Stream.of(first), rest.stream()).toList();
  }

  @Property
  void fieldsMeanWhatTheyMeantBefore(@ForAll("fields") List<Fields> all) {
    RequestType.Recent recent = new RequestType.Recent();
    for (int round = 0; round < 2; round++) {
      for (Fields each : all) {
        assertThat(recent.of(each.contentType, each.soapAction))
            .isEqualTo(RequestType.read(each.contentType, each.soapAction));
      }
    }
  }

  @Property
  void charsetsAreThoseThatOthersRead(@ForAll("charsets") String contentType)
      throws MimeTypeParseException {
    RequestType.Recent recent = new RequestType.Recent();
    String expected = new MimeType(contentType).getParameter("charset");

    assertThat(recent.of(contentType, null).charset()).isEqualTo(expected);
    assertThat(recent.of(contentType, null).charset()).isEqualTo(expected);
  }

  @Provide
  Arbitrary<String> charsets() {
    Arbitrary<String> name =
        Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(20);
    return Combinators.combine(
            Arbitraries.of("text/xml", "application/soap+xml"),
            Arbitraries.of(";", "; ", ";  "),
            Arbitraries.of("charset=", "Charset=", "profile=", "a=b;charset="),
            name,
            Arbitraries.of("", "\""))
        .as((media, gap, key, value, quote) -> media + gap + key + quote + value + quote);
  }

  @Example
  void whatIsRepeatedIsReadOnce() {
    RequestType.Recent recent = new RequestType.Recent();
    RequestType first = recent.of("text/xml; charset=utf-8", "\"urn:a\"");

    assertThat(recent.of(new String("text/xml; charset=utf-8"), new String("\"urn:a\"")))
        .isSameAs(first);
  }

  @Example
  void whatIsLongOrNeverRepeatedIsNotKept() {
    RequestType.Recent recent = new RequestType.Recent();
    String longer = "text/xml; charset=" + "x".repeat(600);
    String packed = "multipart/related; boundary=b; type=\"text/xml\"";

    assertThat(recent.of(longer, null)).isNotSameAs(recent.of(longer, null));
    assertThat(recent.of("text/xml", longer)).isNotSameAs(recent.of("text/xml", longer));
    assertThat(recent.of(packed, null)).isNotSameAs(recent.of(packed, null));
    assertThat(recent.of("application/json", null)).isNull();
  }
}
