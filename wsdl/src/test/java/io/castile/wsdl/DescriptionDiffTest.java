package io.castile.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.diff.Change;
import io.castile.wsdl.diff.Change.Direction;
import io.castile.wsdl.diff.Change.Impact;
import io.castile.wsdl.diff.DescriptionDiff;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Style;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.SAXException;

final class DescriptionDiffTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  @TempDir private Path folder;

  /**
   * Two contents of an element of the same type in the request and in the response.
   *
   * @param types other types of both; {@code BEFORE|AFTER} where they differ
   * @param witness a content of the request of before that after refuses; empty for the example
   * @param request the differences in requests: an impact, and a text
   * @param response those in responses
   */
  private record Pair(
      String before,
      String after,
      String types,
      String witness,
      List<String> request,
      List<String> response) {
    String types(boolean isAfter) {
      int split = types.indexOf('|');
      return split < 0 ? types : isAfter ? types.substring(split + 1) : types.substring(0, split);
    }

    private Pair with(String others) {
      return new Pair(before, after, others, witness, request, response);
    }

    private Pair brokenBy(String content) {
      return new Pair(before, after, types, content, request, response);
    }

    @Override
    public String toString() {
      return request + " " + response;
    }
  }

  private static Pair pair(String before, String after, String request, String response) {
    return new Pair(before, after, "", "", list(request), list(response));
  }

  private static List<String> list(String changes) {
    return changes.isEmpty() ? List.of() : List.of(changes.split("; "));
  }

  private static String one(String attributes) {
    return "<x:element name='a' type='x:string' " + attributes + "/>";
  }

  private static String typed(String restriction) {
    return "<x:element name='a'><x:simpleType>" + restriction + "</x:simpleType></x:element>";
  }

  private static String restricted(String base, String facets) {
    return typed("<x:restriction base='x:" + base + "'>" + facets + "</x:restriction>");
  }

  private static final String TWO =
      "<x:element name='a' type='x:int'/><x:element name='b' type='x:int'/>";
  private static final String SWAPPED =
      "<x:element name='b' type='x:int'/><x:element name='a' type='x:int'/>";
  private static final String ITEM = "<x:element name='a' type='t:Item'/>";

  private static String item(String content) {
    return "<x:complexType name='Item'>" + content + "</x:complexType>";
  }

  static Stream<Pair> pairs() {
    String any = "<x:any namespace='##any' processContents='lax' minOccurs='0' maxOccurs='9'/>";
    String list = "<x:list itemType='x:int'/>";
    return Stream.of(
        pair(
            "",
            one(""),
            "breaking element a added, which is mandatory",
            "may_break element a added, which is mandatory"),
        pair(
            "",
            one("minOccurs='0'"),
            "compatible element a added, which is optional",
            "may_break element a added, which is optional"),
        pair(one(""), "", "breaking element a removed", "breaking element a removed"),
        pair(one("minOccurs='0'"), "", "breaking element a removed", "may_break element a removed"),
        pair(
            one(""),
            one("minOccurs='0'"),
            "compatible element a is optional now",
            "breaking element a is optional now"),
        pair(
                one("minOccurs='0'"),
                one(""),
                "breaking element a is mandatory now",
                "compatible element a is mandatory now")
            .brokenBy(" "),
        pair(
            one(""),
            one("maxOccurs='3'"),
            "compatible element a: maxOccurs changed from 1 to 3",
            "breaking element a: maxOccurs changed from 1 to 3"),
        pair(
            one("maxOccurs='300'"),
            one("maxOccurs='unbounded'"),
            "compatible element a: maxOccurs changed from 300 to unbounded",
            "may_break element a: maxOccurs changed from 300 to unbounded"),
        pair(
                one("maxOccurs='unbounded'"),
                one(""),
                "breaking element a: maxOccurs changed from unbounded to 1",
                "compatible element a: maxOccurs changed from unbounded to 1")
            .brokenBy("<a xmlns='urn:t'/><a xmlns='urn:t'/>"),
        pair(
                one("minOccurs='2' maxOccurs='9'"),
                one("minOccurs='3' maxOccurs='9'"),
                "breaking element a: minOccurs changed from 2 to 3",
                "compatible element a: minOccurs changed from 2 to 3")
            .brokenBy("<a xmlns='urn:t'/><a xmlns='urn:t'/>"),
        pair(
            one(""),
            one("nillable='true'"),
            "compatible element a is nillable now",
            "breaking element a is nillable now"),
        pair(
                one("nillable='true'"),
                one(""),
                "breaking element a is not nillable any more",
                "compatible element a is not nillable any more")
            .brokenBy(
                "<a xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='1'/>"),
        pair(
            one(""),
            one("form='unqualified'"),
            "breaking element a: namespace changed from urn:t to none",
            "breaking element a: namespace changed from urn:t to none"),
        pair(
            one(""),
            one("fixed='it'"),
            "breaking element a has the fixed value it now",
            "compatible element a has the fixed value it now"),
        pair(
            one("default='it'"),
            one("default='that'"),
            "may_break element a: default changed from it to that",
            "may_break element a: default changed from it to that"),
        pair(
            TWO,
            SWAPPED,
            "breaking elements come in another order or number",
            "breaking elements come in another order or number"),
        pair(
            TWO,
            "<x:choice maxOccurs='2'>" + TWO + "</x:choice>",
            "compatible element a is optional now; compatible element a: maxOccurs changed from 1 to 2;"
                + " compatible element b is optional now; compatible element b: maxOccurs changed from 1 to 2",
            "breaking element a is optional now; breaking element a: maxOccurs changed from 1 to 2;"
                + " breaking element b is optional now; breaking element b: maxOccurs changed from 1 to 2"),
        pair(
                any,
                "",
                "breaking any other element was allowed before",
                "compatible any other element was allowed before")
            .brokenBy("<other/>"),
        pair(
            "",
            any,
            "compatible any other element is allowed now",
            "may_break any other element is allowed now"),
        pair(
            "<x:element name='a' type='x:int'/>",
            "<x:element name='a' type='x:long'/>",
            "compatible type changed from int to long",
            "breaking type changed from int to long"),
        pair(
                "<x:element name='a' type='x:long'/>",
                "<x:element name='a' type='x:int'/>",
                "breaking type changed from long to int",
                "compatible type changed from long to int")
            .brokenBy("<a xmlns='urn:t'>9999999999</a>"),
        pair(
            "<x:element name='a' type='x:int'/>",
            "<x:element name='a' type='x:date'/>",
            "breaking type changed from int to date",
            "breaking type changed from int to date"),
        pair(
            "<x:element name='a' type='x:decimal'/>",
            one(""),
            "compatible type changed from decimal to string",
            "breaking type changed from decimal to string"),
        pair(
                restricted("string", "<x:maxLength value='9'/>"),
                restricted("string", "<x:maxLength value='2'/>"),
                "breaking maxLength changed from 9 to 2",
                "compatible maxLength changed from 9 to 2")
            .brokenBy("<a xmlns='urn:t'>long</a>"),
        pair(
            restricted("int", "<x:minInclusive value='1'/>"),
            restricted("int", "<x:minExclusive value='0'/>"),
            "compatible minExclusive 0 added, minInclusive 1 removed",
            "may_break minExclusive 0 added, minInclusive 1 removed"),
        pair(
            restricted("decimal", "<x:totalDigits value='5'/>"),
            restricted("decimal", "<x:totalDigits value='9'/>"),
            "compatible totalDigits changed from 5 to 9",
            "may_break totalDigits changed from 5 to 9"),
        pair(
            one(""),
            restricted("string", "<x:pattern value='[0-9]+'/>"),
            "breaking pattern [0-9]+ added",
            "compatible pattern [0-9]+ added"),
        pair(
            one(""),
            restricted("string", "<x:enumeration value='p'/><x:enumeration value='q'/>"),
            "breaking only values p, q are allowed now",
            "compatible only values p, q are allowed now"),
        pair(
            restricted("string", "<x:enumeration value='p'/><x:enumeration value='q'/>"),
            restricted("string", "<x:enumeration value='q'/><x:enumeration value='r'/>"),
            "breaking value p removed; compatible value r added",
            "compatible value p removed; breaking value r added"),
        pair(
            typed(list),
            typed("<x:list itemType='x:long'/>"),
            "compatible type changed from list of int to list of long",
            "breaking type changed from list of int to list of long"),
        pair(
            "<x:element name='a' type='x:int'/>",
            typed("<x:union memberTypes='x:date x:int'/>"),
            "compatible type changed from int to union",
            "breaking type changed from int to union"),
        pair(
                "<x:element name='a' type='x:anyType'/>",
                one(""),
                "breaking anything was allowed before",
                "compatible anything was allowed before")
            .brokenBy("<a xmlns='urn:t'><b/></a>"),
        pair(
                one(""),
                ITEM,
                "breaking content changed from text to elements",
                "breaking content changed from text to elements")
            .with(item("<x:sequence><x:element name='n' type='x:int'/></x:sequence>")),
        pair(
                ITEM,
                ITEM,
                "breaking attribute k added, which is required",
                "may_break attribute k added, which is required")
            .with(item("") + "|" + item("<x:attribute name='k' use='required'/>")),
        pair(ITEM, ITEM, "breaking attribute k removed", "may_break attribute k removed")
            .with(item("<x:attribute name='k'/>") + "|" + item("")),
        pair(
                ITEM,
                ITEM,
                "breaking attribute k is required now",
                "compatible attribute k is required now")
            .with(
                item("<x:attribute name='k'/>")
                    + "|"
                    + item("<x:attribute name='k' use='required'/>"))
            .brokenBy("<a xmlns='urn:t'/>"),
        pair(ITEM, ITEM, "breaking element sub removed", "may_break element sub removed")
            .with(
                item(
                        "<x:sequence><x:element name='in' type='t:Item' minOccurs='0'/>"
                            + "<x:element name='sub' type='x:int' minOccurs='0'/></x:sequence>")
                    + "|"
                    + item(
                        "<x:sequence><x:element name='in' type='t:Item' minOccurs='0'/></x:sequence>")),
        pair(
                ITEM,
                ITEM,
                "breaking derived type More removed",
                "compatible derived type More removed")
            .with(
                item("<x:sequence/>")
                    + "<x:complexType name='More'><x:complexContent><x:extension base='t:Item'/>"
                    + "</x:complexContent></x:complexType>|"
                    + item("<x:sequence/>"))
            .brokenBy(
                "<a xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='More'/>"),
        pair(
                "<x:element ref='t:head'/>",
                "<x:element ref='t:head'/>",
                "breaking element head: sub may not stand for it any more",
                "compatible element head: sub may not stand for it any more")
            .with(
                "<x:element name='head' type='x:int'/>"
                    + "<x:element name='sub' type='x:int' substitutionGroup='t:head'/>|"
                    + "<x:element name='head' type='x:int'/>")
            .brokenBy("<sub xmlns='urn:t'>1</sub>"),
        pair(
                one("nillable='true'") + "<x:element name='b'/>" + one("nillable='true'"),
                one("nillable='true'") + "<x:element name='b'/>" + one(""),
                "breaking element a is not nillable any more",
                "compatible element a is not nillable any more")
            .brokenBy(
                "<a xmlns='urn:t'/><b xmlns='urn:t'/>"
                    + "<a xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='1'/>"));
  }

  /** Elements with numbers in their names. */
  private static String many(int from, int to, String attributes) {
    return IntStream.range(from, to)
        .mapToObj(i -> "<x:element name='m" + i + "' type='x:int' " + attributes + "/>")
        .collect(Collectors.joining());
  }

  /** Types of texts of which one is narrower in a way that its facets do not show. */
  static Stream<Pair> narrowed() {
    String layers =
        "<x:simpleType name='In'><x:restriction base='x:int'><x:minInclusive value='0'/>"
            + "</x:restriction></x:simpleType><x:simpleType name='Out'><x:restriction base='t:In'>"
            + "<x:minExclusive value='5'/></x:restriction></x:simpleType>";
    String length = "<x:maxLength value='4'/>";
    String collapsed = "<x:whiteSpace value='collapse'/>";
    String pattern = "<x:pattern value='[a-z]*'/>";
    String two = typed("<x:restriction base='t:L'><x:minLength value='2'/></x:restriction>");
    String list = "<x:simpleType name='L'><x:list itemType='x:string'/></x:simpleType>";
    String listed = "<x:enumeration value='p'/>";
    return Stream.of(
        pair(
                "<x:element name='a' type='t:In'/>",
                "<x:element name='a' type='t:Out'/>",
                "breaking minExclusive 5 added",
                "compatible minExclusive 5 added")
            .with(layers)
            .brokenBy("<a xmlns='urn:t'>3</a>"),
        pair(
                restricted("base64Binary", length),
                restricted("string", length),
                "breaking type changed from base64Binary to string",
                "breaking type changed from base64Binary to string")
            .brokenBy("<a xmlns='urn:t'>AAAAAA==</a>"),
        pair(
                restricted("hexBinary", length),
                restricted("string", length),
                "breaking type changed from hexBinary to string",
                "breaking type changed from hexBinary to string")
            .brokenBy("<a xmlns='urn:t'>00000000</a>"),
        pair(
                restricted("string", "<x:minLength value='3'/>"),
                two,
                "breaking type changed from string to list of string, minLength changed from 3 to 2",
                "breaking type changed from string to list of string, minLength changed from 3 to 2")
            .with(list)
            .brokenBy("<a xmlns='urn:t'>abc</a>"),
        pair(
                restricted("token", length),
                restricted("string", length),
                "breaking type changed from token to string",
                "compatible type changed from token to string")
            .brokenBy("<a xmlns='urn:t'>  ab  </a>"),
        pair(
                restricted("string", pattern + collapsed),
                restricted("string", pattern),
                "breaking whiteSpace collapse removed",
                "may_break whiteSpace collapse removed")
            .brokenBy("<a xmlns='urn:t'> ab </a>"),
        pair(
                restricted("token", listed),
                restricted("string", listed),
                "breaking type changed from token to string",
                "compatible type changed from token to string")
            .brokenBy("<a xmlns='urn:t'> p </a>"),
        pair(
            restricted("string", listed),
            restricted("token", listed),
            "compatible type changed from string to token",
            "breaking type changed from string to token"),
        pair(
            restricted("string", length),
            restricted("token", length),
            "compatible type changed from string to token",
            "breaking type changed from string to token"));
  }

  /** Wildcards and blocked types. */
  static Stream<Pair> open() {
    String any = "<x:any namespace='##any' processContents='lax'/>";
    String anyAttribute = "<x:anyAttribute namespace='##any' processContents='lax'/>";
    String other = "<x:anyAttribute namespace='##other' processContents='lax'/>";
    String derived =
        item("<x:sequence/>")
            + "<x:complexType name='More'><x:complexContent><x:extension base='t:Item'/>"
            + "</x:complexContent></x:complexType>";
    return Stream.of(
        pair(ITEM, ITEM, "breaking attribute k removed", "may_break attribute k removed")
            .with(item("<x:attribute name='k'/>" + other) + "|" + item(other))
            .brokenBy("<a xmlns='urn:t' k='1'/>"),
        pair(ITEM, ITEM, "may_break attribute k removed", "may_break attribute k removed")
            .with(item("<x:attribute name='k'/>" + anyAttribute) + "|" + item(anyAttribute))
            .brokenBy("<a xmlns='urn:t' k='1'/>"),
        pair(
                ITEM,
                ITEM,
                "breaking other attributes of fewer namespaces are allowed",
                "compatible other attributes of fewer namespaces are allowed")
            .with(item(anyAttribute) + "|" + item(other))
            .brokenBy("<a xmlns='urn:t' k='1'/>"),
        pair(
                ITEM,
                ITEM,
                "breaking other attributes are checked more strictly",
                "compatible other attributes are checked more strictly")
            .with(item(anyAttribute) + "|" + item(anyAttribute.replace("lax", "strict")))
            .brokenBy("<a xmlns='urn:t' k='1'/>"),
        pair(
                any,
                any.replace("lax", "strict"),
                "breaking other elements are checked more strictly",
                "compatible other elements are checked more strictly")
            .brokenBy("<other/>"),
        pair(
                ITEM,
                ITEM.replace("/>", " block='extension'/>"),
                "breaking element a: types derived by extension are blocked now",
                "compatible element a: types derived by extension are blocked now")
            .with(derived)
            .brokenBy(
                "<a xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='More'/>"));
  }

  /** Contents of more orders of elements than can be walked through. */
  static Stream<Pair> largePairs() {
    String optional = "minOccurs='0'";
    String order = "elements come in another order or number";
    return Stream.of(
        pair(
                ITEM,
                ITEM,
                "breaking element m12 is mandatory now",
                "compatible element m12 is mandatory now")
            .with(
                item("<x:all>" + many(0, 12, "") + many(12, 13, optional) + "</x:all>")
                    + "|"
                    + item("<x:all>" + many(0, 13, "") + "</x:all>"))
            .brokenBy(
                IntStream.range(0, 12)
                    .mapToObj(i -> "<m" + i + ">1</m" + i + ">")
                    .collect(Collectors.joining("", "<a xmlns='urn:t'>", "</a>"))),
        pair(
                ITEM,
                ITEM,
                "breaking element m20 added, which is mandatory",
                "may_break element m20 added, which is mandatory")
            .with(
                item("<x:all>" + many(0, 20, "") + "</x:all>")
                    + "|"
                    + item("<x:all>" + many(0, 21, "") + "</x:all>")),
        pair(
            many(0, 229, optional) + many(229, 230, optional),
            many(0, 228, optional) + many(229, 230, optional) + many(228, 229, optional),
            "breaking " + order,
            "breaking " + order),
        pair(
            many(0, 400, optional),
            many(1, 2, optional)
                + many(0, 1, optional)
                + many(2, 398, optional)
                + many(399, 400, optional)
                + many(398, 399, optional),
            "breaking " + order,
            "breaking " + order),
        pair(
            many(0, 230, ""),
            many(0, 231, ""),
            "breaking element m230 added, which is mandatory",
            "may_break element m230 added, which is mandatory"),
        pair(
                "<x:element name='a' type='x:int' maxOccurs='100'/>",
                "<x:sequence maxOccurs='8'><x:element name='a' type='x:int' maxOccurs='9'/></x:sequence>",
                "breaking element a: maxOccurs changed from 100 to 72",
                "compatible element a: maxOccurs changed from 100 to 72")
            .brokenBy("<a xmlns='urn:t'>1</a>".repeat(100)));
  }

  /** Differences that hide a change of the order. */
  static Stream<Pair> reordered() {
    String order = "elements come in another order or number";
    String third = "<x:element name='c' type='x:int' minOccurs='0'/>";
    String many = "<x:element name='c' type='x:int' minOccurs='0' maxOccurs='2'/>";
    return Stream.of(
        pair(
            TWO,
            SWAPPED + third,
            "breaking " + order + "; compatible element c added, which is optional",
            "breaking " + order + "; may_break element c added, which is optional"),
        pair(
            TWO + third,
            SWAPPED,
            "breaking element c removed; compatible " + order,
            "breaking " + order + "; may_break element c removed"),
        pair(
            TWO + many,
            SWAPPED + many.replace("'2'", "'5'"),
            "breaking " + order + "; compatible element c: maxOccurs changed from 2 to 5",
            "breaking " + order + "; may_break element c: maxOccurs changed from 2 to 5"),
        pair(
            TWO + many,
            TWO + many.replace("'2'", "'5'"),
            "compatible element c: maxOccurs changed from 2 to 5",
            "may_break element c: maxOccurs changed from 2 to 5"));
  }

  private Description description(Pair pair, boolean isAfter) throws IOException {
    String content = isAfter ? pair.after() : pair.before();
    String types = pair.types(isAfter);
    return read(Wsdl.schema(Wsdl.elements(content, content) + types));
  }

  private Description read(String schema) throws IOException {
    return Wsdl.read(folder, Wsdl.withTypes(schema));
  }

  private static List<String> lines(List<Change> changes, Direction direction) {
    return changes.stream()
        .filter(each -> each.direction() == direction)
        .map(each -> each.impact().name().toLowerCase(Locale.ROOT) + " " + each.text())
        .toList();
  }

  @ParameterizedTest
  @MethodSource({"pairs", "largePairs", "reordered", "narrowed", "open"})
  void aDifferenceIsToldWithItsImpactInEachDirection(Pair pair) throws Exception {
    List<Change> changes = DescriptionDiff.of(description(pair, false), description(pair, true));

    assertThat(lines(changes, Direction.REQUEST))
        .containsExactlyInAnyOrderElementsOf(pair.request());
    assertThat(lines(changes, Direction.RESPONSE))
        .containsExactlyInAnyOrderElementsOf(pair.response());
    assertThat(lines(changes, Direction.CALL)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource({"pairs", "largePairs", "reordered", "narrowed", "open"})
  void theOtherWayRoundHasDifferencesToo(Pair pair) throws Exception {
    assertThat(DescriptionDiff.of(description(pair, true), description(pair, false))).isNotEmpty();
  }

  /** The validator of the JDK refuses a request of before exactly where the request is broken. */
  @ParameterizedTest
  @MethodSource({"pairs", "largePairs", "reordered", "narrowed", "open"})
  void theValidatorRefusesOldRequestsWhereTheyAreBroken(Pair pair) throws Exception {
    Description before = description(pair, false);
    Description after = description(pair, true);
    String request =
        pair.witness().isEmpty()
            ? example(before)
            : "<get xmlns='urn:t'>" + pair.witness().strip() + "</get>";
    SchemaValidator.of(before).validate(request);

    assertThat(isValid(request, after)).isEqualTo(!isBroken(before, after));
  }

  /** Where nothing is told to break requests, the example is valid, the other way round too. */
  @ParameterizedTest
  @MethodSource({"pairs", "largePairs", "reordered", "narrowed", "open"})
  void anExampleIsValidWhereNothingIsBroken(Pair pair) throws Exception {
    Description before = description(pair, false);
    Description after = description(pair, true);

    assertThat(isBroken(before, after) || isValid(example(before), after)).isTrue();
    assertThat(isBroken(after, before) || isValid(example(after), before)).isTrue();
  }

  private static boolean isBroken(Description before, Description after) {
    return DescriptionDiff.of(before, after).stream()
        .anyMatch(
            each -> each.impact() == Impact.BREAKING && each.direction() == Direction.REQUEST);
  }

  private static boolean isValid(String request, Description description) throws Exception {
    try {
      SchemaValidator.of(description).validate(request);
      return true;
    } catch (SAXException e) {
      return false;
    }
  }

  private static String example(Description description) {
    BindingOperation operation = description.bindings().get(0).operations().get(0);
    return description.values(operation).template();
  }

  /**
   * Each subset of the elements is a state, in a form for which there is no comparison by element.
   */
  @Test
  void whatTakesTooLongToCompareIsBreaking() throws Exception {
    String all = "<x:all>" + many(0, 24, "minOccurs='0'") + "</x:all>";
    String any = "<x:choice minOccurs='0' maxOccurs='24'>" + many(0, 24, "") + "</x:choice>";
    Pair pair = pair(ITEM, ITEM, "", "").with(item(all) + "|" + item(any));

    List<Change> changes = DescriptionDiff.of(description(pair, false), description(pair, true));

    assertThat(lines(changes, Direction.REQUEST))
        .contains(
            "breaking elements could not be compared, because there are too many orders of them");
  }

  @Test
  void optionalElementsAtBothEndsOfManyAreCompatible() throws Exception {
    String optional = "minOccurs='0'";
    Pair pair = pair(many(1, 2_000, optional), many(0, 2_001, optional), "", "");

    List<Change> changes = DescriptionDiff.of(description(pair, false), description(pair, true));

    assertThat(lines(changes, Direction.REQUEST))
        .containsExactly(
            "compatible element m0 added, which is optional",
            "compatible element m2000 added, which is optional");
  }

  @Test
  void otherSpellingsAreNoDifference() throws Exception {
    String plain =
        Wsdl.withTypes(
            Wsdl.schema(
                Wsdl.elements(ITEM + "<x:element name='c' type='x:string' minOccurs='0'/>", ITEM)
                    + item(
                        "<x:sequence><x:element name='n' type='x:int'/><x:choice>"
                            + TWO
                            + "</x:choice></x:sequence>")));
    String imported =
        """
        <d:definitions xmlns:d="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
            xmlns:my="urn:t" targetNamespace="urn:t">
          <d:service name="S"><d:port name="O" binding="my:Other"><soap:address location="http://localhost/s"/></d:port></d:service>
          <d:binding name="Other" type="my:Q"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
            <d:operation name="get"><soap:operation style="document" soapAction="urn:get"/>
              <d:input><soap:body use="literal" parts="body"/></d:input><d:output><soap:body use="literal"/></d:output>
            </d:operation></d:binding>
          <d:portType name="Q"><d:operation name="get"><d:input message="my:one"/><d:output message="my:other"/></d:operation></d:portType>
          <d:message name="other"><d:part name="result" element="my:getResponse"/></d:message>
          <d:message name="one"><d:part name="body" element="my:get"/></d:message>
          <d:types><schema xmlns="http://www.w3.org/2001/XMLSchema">
            <import namespace="urn:t" schemaLocation="types.xsd"/></schema></d:types>
        </d:definitions>
        """;
    Wsdl.write(
        folder,
        "types.xsd",
        """
        <schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:q="urn:t" targetNamespace="urn:t">
          <group name="g"><sequence><element form="qualified" name="n" type="int"/><group ref="q:h" maxOccurs="1"/></sequence></group>
          <group name="h"><choice><element name="b" form="qualified" type="int"/><sequence>
            <element name="a" type="int" form="qualified"/></sequence></choice></group>
          <complexType name="Item"><group ref="q:g"/></complexType>
          <complexType name="Answer"><sequence><element form="qualified" name="a" type="q:Item"/></sequence></complexType>
          <element name="getResponse" type="q:Answer"/>
          <element name="get"><complexType><sequence><sequence><element form="qualified" name="a" type="q:Item"/>
            <sequence minOccurs="0"><element form="qualified" name="c" type="string"/></sequence></sequence></sequence></complexType></element>
        </schema>
        """);
    Description one = Wsdl.read(folder, plain);
    Description other = WsdlReader.create().read(Wsdl.write(folder, "i.wsdl", imported).toUri());
    assertThat(other.problems()).isEmpty();

    assertThat(DescriptionDiff.of(one, other)).isEmpty();
    assertThat(DescriptionDiff.of(other, one)).isEmpty();
  }

  @Test
  void aTypeThatManyOperationsUseIsToldOnce() throws Exception {
    String schema = Wsdl.elements(ITEM, ITEM);
    List<Change> changes =
        DescriptionDiff.of(
            read(Wsdl.schema(schema + item("<x:attribute name='k'/>"))),
            read(Wsdl.schema(schema + item(""))));

    assertThat(changes)
        .containsExactly(
            new Change(
                Impact.BREAKING,
                Direction.REQUEST,
                "type Item",
                "attribute k removed",
                List.of("get")),
            new Change(
                Impact.MAY_BREAK,
                Direction.RESPONSE,
                "type Item",
                "attribute k removed",
                List.of("get")));
  }

  /** A change of the text of a description, and what is told of it. */
  private void told(String from, String to, String... expected) throws Exception {
    String text = Wsdl.withTypes(Wsdl.schema(Wsdl.elements("", "") + HEAD_ELEMENTS));
    assertThat(text).contains(from);
    List<Change> changes =
        DescriptionDiff.of(Wsdl.read(folder, text), Wsdl.read(folder, text.replace(from, to)));

    assertThat(changes)
        .extracting(
            each ->
                (each.impact() + " " + each.direction()).toLowerCase(Locale.ROOT)
                    + " "
                    + each.place()
                    + ": "
                    + each.text())
        .containsExactlyInAnyOrder(expected);
  }

  private static final String HEAD_ELEMENTS =
      "<x:element name='token' type='x:string'/><x:element name='get2' type='x:string'/>";

  @Test
  void changesOfBindingsAreTold() throws Exception {
    told(
        "soapAction=\"urn:get\"",
        "soapAction=\"urn:other\"",
        "breaking call operation get: SOAPAction changed from urn:get to urn:other");
    told(
        "http://localhost/s",
        "http://localhost/t",
        "may_break call port O of service S: address changed from http://localhost/s to http://localhost/t");
    told(
        "name=\"O\"",
        "name=\"N\"",
        "compatible call port O of service S: renamed to port N of service S");
  }

  @Test
  void changesOfVersionAndStyleAreTold() throws Exception {
    String soap11 = "<s:binding transport=\"http://schemas.xmlsoap.org/soap/http\"/>";
    String text = Wsdl.withTypes(Wsdl.schema(Wsdl.elements("", "")));
    String soap12 = text.replace("<s:", "<s12:").replace("</s:", "</s12:");
    String rpc =
        Wsdl.withTypes(Wsdl.schema("<x:complexType name='C'/>"))
            .replace("element=\"t:get\"", "type=\"t:C\"")
            .replace("element=\"t:getResponse\"", "type=\"t:C\"")
            .replace(soap11, soap11.replace("transport", "style=\"rpc\" transport"));

    assertThat(DescriptionDiff.of(Wsdl.read(folder, text), Wsdl.read(folder, soap12)))
        .extracting(Change::text)
        .containsExactly("protocol changed from SOAP 1.1 to SOAP 1.2");
    assertThat(DescriptionDiff.of(Wsdl.read(folder, text), Wsdl.read(folder, rpc)))
        .extracting(Change::text)
        .containsExactly("style changed from document to rpc");
    assertThat(
            DescriptionDiff.of(
                Wsdl.read(folder, rpc),
                Wsdl.read(
                    folder, rpc.replace("use=\"literal\"", "use=\"literal\" namespace=\"u\""))))
        .extracting(Change::text)
        .containsOnly("namespace of the element in the body changed from none to u");
  }

  @Test
  void changesOfOperationsFaultsAndHeadersAreTold() throws Exception {
    String operation = "<w:operation name=\"get\">";
    String fault = "<w:output message=\"t:out\"/><w:fault name=\"f\" message=\"t:f\"/>";
    String message = "<w:message name=\"f\"><w:part name=\"p\" element=\"t:token\"/></w:message>";
    String text =
        Wsdl.withTypes(Wsdl.schema(Wsdl.elements("", "") + HEAD_ELEMENTS))
            .replace("<w:portType", message + "<w:portType");
    String withFault = text.replace("<w:output message=\"t:out\"/>", fault);
    String withHeader =
        text.replace(
            "<w:input><s:body use=\"literal\"/>",
            "<w:input><s:header message=\"t:f\" part=\"p\" use=\"literal\"/><s:body use=\"literal\"/>");
    String renamed = text.replace(operation, "<w:operation name=\"take\">");
    String oneWay = text.replace("<w:output message=\"t:out\"/>", "");

    assertThat(all(text, withFault)).containsExactly("may_break response fault token added");
    assertThat(all(withFault, text)).containsExactly("compatible response fault token removed");
    assertThat(all(text, withHeader)).containsExactly("breaking request header block token added");
    assertThat(all(withHeader, text))
        .containsExactly("may_break request header block token removed");
    assertThat(all(text, renamed))
        .containsExactly("breaking call removed", "compatible call added");
    assertThat(all(text, oneWay)).containsExactly("breaking call is one-way now");
    assertThat(all(text, text.replace("t:getResponse", "t:get2")))
        .containsExactly(
            "breaking response element in the body changed from {urn:t}getResponse to {urn:t}get2");
  }

  private List<String> all(String before, String after) throws IOException {
    return DescriptionDiff.of(Wsdl.read(folder, before), Wsdl.read(folder, after)).stream()
        .map(
            each ->
                (each.impact() + " " + each.direction()).toLowerCase(Locale.ROOT)
                    + " "
                    + each.text())
        .toList();
  }

  @Tag("long")
  @TestFactory
  Stream<DynamicTest> aRealDescriptionIsNotDifferentFromItself() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      files.filter(file -> file.toString().endsWith(".wsdl")).sorted().forEach(found::add);
    }
    assertThat(found).hasSizeGreaterThan(40);
    return found.stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    CORPUS.relativize(file).toString(),
                    () ->
                        assertThat(
                                DescriptionDiff.of(
                                    WsdlReader.create().read(file.toUri()),
                                    WsdlReader.create().read(file.toUri())))
                            .isEmpty()));
  }

  /** Changes of the text of a description: an expression, and what stands in its place. */
  private static final List<List<String>> MUTATIONS =
      List.of(
          List.of("minOccurs=\"0\"", ""),
          List.of("maxOccurs=\"unbounded\"", "maxOccurs=\"1\""),
          List.of("type=\"(\\w+):string\"", "type=\"$1:int\""),
          List.of("type=\"(\\w+):int\"", "type=\"$1:byte\""),
          List.of("type=\"(\\w+):(string|int|long|boolean)\"", "type=\"$1:date\""),
          List.of("nillable=\"true\"", ""),
          List.of("elementFormDefault=\"qualified\"", ""),
          List.of("<(\\w+:)?enumeration value=\"[^\"]*\"\\s*/>", ""),
          List.of("<(\\w+:)?element [^<>]*minOccurs[^<>]*/>", ""),
          List.of("<(\\w+:)?attribute [^<>]*/>", ""),
          List.of("(<(\\w+:)?element [^<>]*/>)(\\s*)(<(\\w+:)?element [^<>]*/>)", "$4$3$1"));

  /**
   * Where the validator of the JDK refuses, by a description that was changed at random, an example
   * that was valid before, a request is told to be broken.
   */
  @Tag("long")
  @Test
  void whatTheValidatorRefusesInChangedDescriptionsIsTold() throws Exception {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> files;
    try (Stream<Path> found = Files.walk(CORPUS, 3)) {
      files =
          found
              .filter(file -> file.toString().endsWith(".wsdl") && file.toFile().length() < 60_000)
              .sorted()
              .toList();
    }
    Random random = new Random(49);
    int refused = 0;
    int taken = 0;
    for (Path file : files) {
      Description before = WsdlReader.create().offline().read(file.toUri());
      Map<BindingOperation, String> examples = validExamples(before);
      for (int i = 0; i < 40 && !examples.isEmpty(); i++) {
        Description after = changed(file, random);
        boolean isWhole = after != null && after.problems().size() == before.problems().size();
        SchemaValidator validator = isWhole ? validator(after) : null;
        if (validator == null) {
          continue; // the change is not one of a description that can be used
        }
        boolean isRefused = examples.values().stream().anyMatch(each -> !takes(validator, each));
        refused += isRefused ? 1 : 0;
        taken += isRefused ? 0 : 1;
        assertThat(isBroken(before, after) || !isRefused).as("%s, change %s", file, i).isTrue();
      }
    }
    assertThat(refused).isGreaterThan(50);
    assertThat(taken).isGreaterThan(50);
  }

  private Description changed(Path file, Random random) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    List<String> mutation = MUTATIONS.get(random.nextInt(MUTATIONS.size()));
    Matcher matcher = Pattern.compile(mutation.get(0)).matcher(text);
    int count = (int) matcher.results().count();
    if (count == 0) {
      return null;
    }
    int chosen = random.nextInt(count);
    matcher.reset();
    StringBuilder changed = new StringBuilder();
    for (int i = 0; matcher.find(); i++) {
      matcher.appendReplacement(
          changed, i == chosen ? mutation.get(1) : Matcher.quoteReplacement(matcher.group()));
    }
    Path copy = file.resolveSibling(file.getFileName() + ".none");
    try {
      return WsdlReader.create()
          .offline()
          .read(
              Wsdl.write(
                      folder, copy.getFileName().toString(), matcher.appendTail(changed).toString())
                  .toUri());
    } catch (IOException e) {
      return null; // such as one of several documents
    }
  }

  private static Map<BindingOperation, String> validExamples(Description description)
      throws Exception {
    SchemaValidator validator = validator(description);
    Map<BindingOperation, String> examples = new LinkedHashMap<>();
    for (Binding binding : description.bindings()) {
      for (BindingOperation each : binding.operations()) {
        boolean isDocument =
            binding.protocol().isSoap() && each.style() == Style.DOCUMENT && !each.isEncoded();
        if (validator != null && isDocument) {
          try {
            String example = description.values(each).template();
            if (!example.isBlank() && takes(validator, example)) {
              examples.put(each, example);
            }
          } catch (UnsupportedOperationException e) {
            continue; // of a form that is not called
          }
        }
      }
    }
    return examples;
  }

  private static SchemaValidator validator(Description description) throws Exception {
    try {
      return SchemaValidator.of(description);
    } catch (SAXException | UncheckedIOException e) {
      return null;
    }
  }

  private static boolean takes(SchemaValidator validator, String message) {
    try {
      validator.validate(message);
      return true;
    } catch (SAXException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
