package io.castile.gateway.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets are equal questions where all readers of them take them for the same, and only there. */
final class GetQuestionTest {
  @ParameterizedTest
  @CsvSource({
    "/q/get?a=1&b=2, /q/get?b=2&a=1",
    "/q/get?a=%31, /q/get?a=1",
    "/q/get?a=x%3ay, /q/get?a=x%3Ay",
    "/q/get?a=x:y, /q/get?a=x%3Ay",
    "/q/get?a=b=c, /q/get?a=b%3Dc",
    "/q/get?%61=1, /q/get?a=1",
    "/q/g%65t?a=1, /q/get?a=1",
    "/%7eq/get, /~q/get",
    "/q%2fx/get, /q%2Fx/get"
  })
  void spellingsAreEqual(String one, String other) {
    assertThat(GetQuestion.read(one)).isNotNull().isEqualTo(GetQuestion.read(other));
  }

  @ParameterizedTest
  @CsvSource({
    "/q/get?a=1&a=2, /q/get?a=2&a=1",
    "/q/get?A=1&a=2, /q/get?a=2&A=1",
    "/q/get?a=1, /q/get?A=1",
    "/q/get?a=1, /q/get?a=1&b=",
    "/q/get?a=1, /q/get?a=1&a=1",
    "/q/get?a=x+y, /q/get?a=x%2By",
    "/q/get?a=x+y, /q/get?a=x%20y",
    "/q/get?a=1;b=2, /q/get?a=1%3Bb=2",
    "/q/get?a=1;b=2&b=3, /q/get?b=3&a=1;b=2",
    "/q/get?x[]=1&x[0]=2, /q/get?x[0]=2&x[]=1",
    "/q/get?a=1%26b=2, /q/get?a=1&b=2",
    "/q/get?a%3D=1, /q/get?a==1",
    "/q%2Fx/get, /q/x/get",
    "/q:x/get, /q%3Ax/get",
    "/q/x/../get, /q/get",
    "/q//get, /q/get",
    "/q/get, /q/Get"
  })
  void whatMayBeDifferentIsDifferent(String one, String other) {
    assertThat(GetQuestion.read(one)).isNotNull().isNotEqualTo(GetQuestion.read(other));
    assertThat(GetQuestion.read(other)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/q/get?wsdl",
        "/q/get?WSDL",
        "/q/get?wsdl=a.wsdl",
        "/q/get?xsd=a.xsd",
        "/q/get?singleWsdl",
        "/q/get?disco",
        "/q/get?",
        "/q/get?a",
        "/q/get?a=1&",
        "/q/get?a=%4",
        "/q/get?a=%zz",
        "/q/get?a=%",
        "/q/get?a=1#b",
        "/q/get?a=\u00e9",
        "/q/",
        "/",
        "",
        "/q/1st",
        "/q/a%20b",
        "/q/a%2Fb",
        "/q/get;jsessionid=1"
      })
  void whatIsNoQuestionIsNone(String target) {
    assertThat(GetQuestion.read(target)).isNull();
  }

  @Test
  void theOperationIsTheLastSegment() {
    GetQuestion question = GetQuestion.read("/Service.asmx/Pr%C3%BCfe?b=%26&a=x%20y");

    assertThat(question).isNotNull();
    assertThat(question.operation()).isEqualTo("Pr\u00fcfe");
    assertThat(new String(question.envelope(name -> false), StandardCharsets.UTF_8))
        .contains("<Pr\u00fcfe xmlns=\"\">a=x%20y&amp;b=%26</Pr\u00fcfe>");
    assertThat(new String(question.envelope("a"::equals), StandardCharsets.UTF_8))
        .contains("<Pr\u00fcfe xmlns=\"\">b=%26</Pr\u00fcfe>");
  }

  /** The oracle is the JDK's reader of forms. */
  @Property(tries = 2_000)
  void whatIsEqualHasTheSameParameters(
      @ForAll("queries") String one, @ForAll("queries") String other) {
    GetQuestion first = GetQuestion.read("/q/get?" + one);
    GetQuestion second = GetQuestion.read("/q/get?" + other);

    if (first != null && first.equals(second)) {
      assertThat(values(one)).isEqualTo(values(other));
    }
    assertThat(first).isEqualTo(GetQuestion.read("/q/get?" + one));
  }

  @Property(tries = 500)
  void theSameParametersInAnotherOrderAreEqual(
      @ForAll("names") String name, @ForAll String value, @ForAll String otherValue) {
    String one = "x" + name + "=" + escaped(value);
    String other = "y" + name + "=" + escaped(otherValue);

    GetQuestion question = GetQuestion.read("/q/get?" + one + "&" + other);
    assertThat(question).isNotNull().isEqualTo(GetQuestion.read("/q/get?" + other + "&" + one));
    boolean isSame = escaped(value).equals(escaped(otherValue));
    GetQuestion swapped =
        GetQuestion.read(
            "/q/get?x" + name + "=" + escaped(otherValue) + "&y" + name + "=" + escaped(value));
    assertThat(question.equals(swapped)).isEqualTo(isSame);
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("abzAZ09_-").ofMaxLength(4);
  }

  /** Short, of few characters, so that many are equal. */
  @Provide
  Arbitrary<String> queries() {
    Arbitrary<String> text =
        Arbitraries.of(
                "a", "A", "b", "%61", "%41", "%2B", "+", "%20", "%26", ";", "%3B", "=", "%3D")
            .list()
            .ofMaxSize(2)
            .map(list -> String.join("", list));
    return Combinators.combine(text, text)
        .as((name, value) -> name + "=" + value)
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(list -> String.join("&", list));
  }

  private static String escaped(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Map<String, List<String>> values(String query) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String each : query.split("&", -1)) {
      String[] parts = each.split("=", 2);
      values
          .computeIfAbsent(
              URLDecoder.decode(parts[0], StandardCharsets.UTF_8), name -> new ArrayList<>())
          .add(URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return values;
  }
}
