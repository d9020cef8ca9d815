package io.castile.soap.internal;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.activation.MimeType;
import jakarta.activation.MimeTypeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters of media types (RFC 9110 §5.6.6): those that are right, and those that are not. */
final class ContentTypeParametersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "text/xml; action=\"a\\\"b\"; charset=utf-8 | action | a\"b",
        "text/xml; action=\"a\\\"b\"; charset=utf-8 | charset | utf-8",
        "text/xml; action=\"a\\\";charset=x\"; charset=utf-8 | charset | utf-8",
        "text/xml; action=\"a\\\\\"; charset=utf-8 | action | a\\",
        "text/xml; action=\"a\\\\\"; charset=utf-8 | charset | utf-8",
        "text/xml; action=\"\" | action | ``",
        "text/xml; action=\"charset=x\"; charset=utf-8 | charset | utf-8",
        "text/xml;\tcharset=utf-8 | charset | utf-8",
      })
  void aQuotedValueEndsAtTheQuotationMarkThatIsNotEscaped(
      String contentType, String name, String value) {
    assertThat(HttpSyntax.parameter(contentType, name)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/xml; lax; charset=utf-8 | utf-8",
        "text/xml; ; charset=utf-8 | utf-8",
        "text/xml;;charset=utf-8 | utf-8",
        "text/xml; lax; charset=utf-8; lax | utf-8",
        "text/xml; lax;charset = utf-8 | utf-8",
      })
  void aParameterWithoutAValueHidesNoOther(String contentType, String value) {
    assertThat(HttpSyntax.parameter(contentType, "charset")).isEqualTo(value);
  }

  /** The oracle is the reader of media types of Jakarta Activation. */
  @Test
  void anyMediaTypeIsReadAsJakartaActivationReadsIt() throws MimeTypeParseException {
    Random random = new Random(17);
    String inQuotes = "ab;=,\" \\/:<>@[]?(){}";
    List<String> names = List.of("charset", "action", "Type", "start", "boundary");
    for (int round = 0; round < 3_000; round++) {
      StringBuilder field = new StringBuilder("Text/XML");
      List<String> used = new ArrayList<>();
      for (String name : names) {
        if (random.nextBoolean()) {
          continue;
        }
        used.add(name);
        field.append(" ".repeat(random.nextInt(2))).append(';');
        field.append(" ".repeat(random.nextInt(3))).append(name).append('=');
        if (random.nextBoolean()) {
          field.append("v").append(random.nextInt(100));
        } else {
          field.append('"');
          field.append('x'); // as neither end of a value is a blank
          for (int i = random.nextInt(8); i > 0; i--) {
            char c = inQuotes.charAt(random.nextInt(inQuotes.length()));
            field.append(c == '"' || c == '\\' ? "\\" : "").append(c);
          }
          field.append("x\"");
        }
      }
      MimeType oracle = new MimeType(field.toString());

      assertThat(HttpSyntax.mediaType(field.toString())).isEqualTo(oracle.getBaseType());
      for (String name : names) {
        assertThat(HttpSyntax.parameter(field.toString(), name))
            .as("%s of %s", name, field)
            .isEqualTo(used.contains(name) ? oracle.getParameter(name) : null);
      }
    }
  }

  /**
   * Whatever is cut off a field, its reader comes to an end, and finds nothing that is not there.
   */
  @Test
  void aFieldThatIsCutAnywhereIsRead() {
    String field = "text/xml; action=\"a\\\"b;c\"; charset=\"utf-8\"; start='<a>'; x";
    for (int length = 0; length <= field.length(); length++) {
      String cut = field.substring(0, length);
      String charset = HttpSyntax.parameter(cut, "charset");

      assertThat(charset == null || "utf-8".startsWith(charset)).as(cut).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      quoteCharacter = '`',
      value = {
        "`` | ``",
        "identity | ``",
        "gzip | gzip",
        "x-gzip | x-gzip",
        "GZip , identity,, deflate | gzip, deflate",
        ", | ``",
      })
  void codingsKeepTheirOrder(String field, String codings) {
    assertThat(HttpSyntax.codings(field)).isEqualTo(codings);
    assertThat(HttpSyntax.isCoded(field)).isEqualTo(!codings.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "utf-8, true",
    "UTF-8, true",
    "iso-8859-1, true",
    "klingon, false",
    "'', false",
    "'a b', false",
    ", true"
  })
  void encodingsAreKnownOrNot(String name, boolean isKnown) {
    assertThat(HttpSyntax.isKnownCharset(name)).isEqualTo(isKnown);
  }
}
